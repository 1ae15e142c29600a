"""hist: a Transformer Program. In: any number of words; out: a label per word.
count: how often this token occurs.
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    count = [tokens.count(token) for token in tokens]
    return ["<s>", *map(str, count[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
