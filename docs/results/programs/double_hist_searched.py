"""double_hist: a Transformer Program. In: any number of words; out: a label per word.
count_before: how often this token occurs earlier.
count_of_word_of_same: the number of positions with is_word and the same
    count_before.
count_by_count: the number of positions where count_before is this count_before + 1.
difference: count_of_word_of_same - count_by_count.
answer: the difference of the last position with the same token.
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled)."""

import re
import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    count_before = [tokens[:i].count(tokens[i]) for i in positions]
    is_word = [int(w != "<s>") for w in tokens]
    count_of_word_of_same = [
        sum(is_word[j] for j in positions if count_before[j] == n) for n in count_before
    ]
    count_by_count = [count_before.count(n + 1) for n in count_before]
    difference = [count_of_word_of_same[i] - count_by_count[i] for i in positions]
    answer = [
        difference[max((j for j in positions if tokens[j] == token), default=0)]
        for token in tokens
    ]
    return ["<s>", *map(str, answer[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
