"""palindrome: a Transformer Program. In: any number of words; out: a label per word.
from_here: how many positions come from here on.
token_there: the token at position from_here.
kind: 0 if token == token_there else 1.
total: the sum of kind.
any_total: whether total is above 0.
answer: whether any_total does not hold.
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled).
Simplified: same answer on every input, by rules (3 changes)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    from_here = [sum(j >= i for j in positions) for i in positions]
    token_there = [tokens[n if n < len(tokens) else 0] for n in from_here]
    kind = [0 if tokens[i] == token_there[i] else 1 for i in positions]
    total = [sum(kind)] * len(tokens)
    any_total = [n > 0 for n in total]
    answer = ["no" if n else "yes" for n in any_total]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
