"""histogram: a Transformer Program. In: up to 8 words; out: a label per word.
count: how often this token occurs."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    count = [tokens.count(token) for token in tokens]
    return ["<s>", *map(str, count[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
