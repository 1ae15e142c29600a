"""induction: a Transformer Program. In: up to 10 words; out: a label per word.
previous_token: the token at this position - 1 if this position is 2 to 8, else the
    first.
induction: the token of the nearest other position so far where previous_token is
    this token if this token is 'a' or 'b' or 'c' or 'd', else this one, else the
    first.
labels: the class with the most votes from induction."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")
VOTES = {"<s>": "unk", "0": "0", "1": "1", "2": "2", "3": "3"}


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


KEYS_0_0 = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7}
KEYS_1_0 = {"a": "a", "b": "b", "c": "c", "d": "d"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 10
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 9 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    back = [[*reversed(range(i)), i] for i in positions]
    previous_token = [at(tokens, KEYS_0_0.get(i), i + 1) for i in positions]
    induction = [
        tokens[find(previous_token, KEYS_1_0.get(tokens[i]), back[i])]
        for i in positions
    ]
    labels = [VOTES.get(value, "0") for value in induction]
    return ["<s>", *labels[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
