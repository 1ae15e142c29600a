"""rotate: a Transformer Program. In: any number of words; out: a label for each.
tokens -> copied_2; copied_2 -> copied_3; copied_3 -> copied_4 -> labels
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000 each
of up to 16 32 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or len(tokens) < 1:
        raise ValueError(f"expected <s>, known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    before = [positions[:i] for i in positions]
    after = [positions[i + 1 :] for i in positions]
    copied_2 = [tokens[next(iter(after[i]), 0)] for i in positions]
    copied_3 = [copied_2[next(iter(reversed(before[i])), 0)] for i in positions]
    copied_4 = [copied_3[next(iter(after[i]), 0)] for i in positions]
    return ["<s>", *copied_4[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
