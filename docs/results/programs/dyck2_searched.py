"""dyck2: a Transformer Program. In: any number of words; out: a label per word.
depth: the sum of change over the positions so far.
is_open: whether depth is above 0.
level: the sum of change over the earlier positions.
opener: the token of the last earlier position where level is this level - 1, else
    the first.
count_of_token_pair_so_far: the number of positions so far where is_token_pair
    holds.
is_ever_token_pair: whether count_of_token_pair_so_far is above 0.
answer: 'F' if is_ever_token_pair holds; 'P' if is_open holds; else 'T'.
Found by search: right on 16,797,216 inputs, including all of up to 13 words
(sampled); on 10,000 inputs each of up to 32, 64 and 128 words (sampled).
Simplified: same answer on every input, by rules (4 changes)."""

import sys

WORDS = ("(", ")", "{", "}")
CHANGE = {")": -1, "}": -1, "<s>": 0, "(": 1, "{": 1}
IS_TOKEN_PAIR = {("<s>", ")"), ("<s>", "}"), ("(", "}"), ("{", ")")}
ANSWER = {(0, 0): "T", (1, 0): "P"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    change = [CHANGE[w] for w in tokens]
    depth = [sum(change[: i + 1]) for i in positions]
    is_open = [int(n > 0) for n in depth]
    level = [sum(change[:i]) for i in positions]
    opener = [
        tokens[max((j for j in range(i) if level[j] == level[i] - 1), default=0)]
        for i in positions
    ]
    is_token_pair = [int((opener[i], tokens[i]) in IS_TOKEN_PAIR) for i in positions]
    count_of_token_pair_so_far = [sum(is_token_pair[: i + 1]) for i in positions]
    is_ever_token_pair = [int(n > 0) for n in count_of_token_pair_so_far]
    answer = [ANSWER.get((is_open[i], is_ever_token_pair[i]), "F") for i in positions]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
