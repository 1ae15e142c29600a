"""dyck2: a Transformer Program. In: any number of words; out: a label per word.
depth: the sum of change so far.
is_open: whether depth is above 0.
level: the sum of change before.
opener: the token of the last earlier position whose level is 1 less than its own.
unmatched: whether a closing bracket has no partner.
unmatched_so_far: how often unmatched holds so far.
ever_unmatched: whether unmatched_so_far is above 0.
answer: 'F' if ever_unmatched else 'P' if is_open else 'T'.
Found by search: right on 16,797,216 inputs, including all of up to 13 words
(sampled); on 10,000 inputs each of up to 32, 64 and 128 words (sampled).
Simplified: same answer on every input, by rules (4 changes)."""

import sys

WORDS = ("(", ")", "{", "}")
CHANGE = {")": -1, "}": -1, "<s>": 0, "(": 1, "{": 1}
UNMATCHED = {("<s>", ")"), ("<s>", "}"), ("(", "}"), ("{", ")")}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    change = [CHANGE[w] for w in tokens]
    depth = [sum(change[: i + 1]) for i in positions]
    is_open = [n > 0 for n in depth]
    level = [sum(change[:i]) for i in positions]
    opener = [
        tokens[max((j for j in range(i) if level[j] == level[i] - 1), default=0)]
        for i in positions
    ]
    unmatched = [(opener[i], tokens[i]) in UNMATCHED for i in positions]
    unmatched_so_far = [sum(unmatched[: i + 1]) for i in positions]
    ever_unmatched = [n > 0 for n in unmatched_so_far]
    answer = [
        "F" if ever_unmatched[i] else "P" if is_open[i] else "T" for i in positions
    ]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
