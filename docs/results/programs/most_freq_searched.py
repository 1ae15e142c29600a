"""most_freq: a Transformer Program. In: any number of words; out: a label per word.
count: how often this token occurs.
token_of_same: the token of the first earlier position with the same token, else the
    first.
is_new: whether token is not token_of_same.
count_of_new_of_same: the number of positions so far with is_new and the same count.
count_of_new_of_larger: the number of positions with is_new and a larger count.
rank: count_of_new_of_same + count_of_new_of_larger.
kept_rank: rank if is_new holds; else 0.
answer: the token of the first position where kept_rank is this position, else the
    first.
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    count = [tokens.count(token) for token in tokens]
    token_of_same = [
        tokens[i] if tokens[i] in tokens[:i] else tokens[0] for i in positions
    ]
    is_new = [int(token_of_same[i] != tokens[i]) for i in positions]
    count_of_new_of_same = [
        sum(is_new[j] for j in range(i + 1) if count[j] == count[i]) for i in positions
    ]
    count_of_new_of_larger = [
        sum(is_new[j] for j in positions if count[j] > n) for n in count
    ]
    rank = [count_of_new_of_same[i] + count_of_new_of_larger[i] for i in positions]
    kept_rank = [rank[i] if is_new[i] else 0 for i in positions]
    answer = [tokens[kept_rank.index(i) if i in kept_rank else 0] for i in positions]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
