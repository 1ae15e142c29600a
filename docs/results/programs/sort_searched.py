"""sort: a Transformer Program. In: any number of words; out: a label per word.
count_before: how often this token occurs earlier.
count_of_smaller: the number of positions with a smaller token.
rank: count_before + count_of_smaller.
answer: the token of the first position where rank is this position + 1, else the
    first.
Found by search: right on all 19,530 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled)."""

import sys

WORDS = ("0", "1", "2", "3", "4")
ORDER = {"<s>": 0, "</s>": 1, "0": 2, "1": 3, "2": 4, "3": 5, "4": 6}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 2
    ok = ok and tokens[0] == "<s>" and tokens[-1] == "</s>"
    if not ok or any(w not in WORDS for w in tokens[1:-1]):
        raise ValueError(f"expected <s>, known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    count_before = [tokens[:i].count(tokens[i]) for i in positions]
    count_of_smaller = [
        sum(ORDER[other] < ORDER[token] for other in tokens) for token in tokens
    ]
    rank = [count_before[i] + count_of_smaller[i] for i in positions]
    answer = [tokens[rank.index(i + 1) if i + 1 in rank else 0] for i in positions]
    return ["<s>", *answer[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
