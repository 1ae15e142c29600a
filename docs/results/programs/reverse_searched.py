"""reverse: a Transformer Program. In: any number of words; out: a label per word.
positions_after: the number of later positions.
answer: the token at position positions_after, else the first.
Found by search: right on all 19,530 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled).
Simplified: same answer on every input, by rules (1 change)."""

import sys

WORDS = ("0", "1", "2", "3", "4")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 2
    ok = ok and tokens[0] == "<s>" and tokens[-1] == "</s>"
    if not ok or any(w not in WORDS for w in tokens[1:-1]):
        raise ValueError(f"expected <s>, known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    positions_after = [len(tokens) - i - 1 for i in positions]
    answer = [tokens[n if n < len(tokens) else 0] for n in positions_after]
    return ["<s>", *answer[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
