"""reverse: a Transformer Program. In: up to 16 words; out: a label per word.
length: the last position.
targets: length - position, at least 0.
outputs: the token at position target, else the first."""

import sys

WORDS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    ok = ok and tokens[0] == "<s>" and tokens[-1] == "</s>"
    if not ok or any(w not in WORDS for w in tokens[1:-1]):
        raise ValueError(f"expected <s>, up to 14 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    length = [tokens.index("</s>")] * len(tokens)
    targets = [max(length[i] - i, 0) for i in positions]
    outputs = [tokens[target if target < len(tokens) else 0] for target in targets]
    return ["<s>", *outputs[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
