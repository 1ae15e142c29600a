"""most_freq: a Transformer Program. In: any number of words; out: a label per word.
count: how many tokens are the same.
token_seen: the token of the first earlier position with the same token.
first_time: whether token_seen is not token.
same_count_so_far: how many positions so far with first_time have the same count.
larger_count: how many positions with first_time have a larger count.
rank: same_count_so_far plus larger_count.
kept_rank: rank where first_time holds, else 0.
answer: the token of the first position whose kept_rank is this position.
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    count = [tokens.count(token) for token in tokens]
    token_seen = [
        tokens[i] if tokens[i] in tokens[:i] else tokens[0] for i in positions
    ]
    first_time = [token_seen[i] != tokens[i] for i in positions]
    same_count_so_far = [
        sum(first_time[j] for j in range(i + 1) if count[j] == count[i])
        for i in positions
    ]
    larger_count = [
        sum(first_time[j] for j in positions if count[j] > n) for n in count
    ]
    rank = [same_count_so_far[i] + larger_count[i] for i in positions]
    kept_rank = [rank[i] if first_time[i] else 0 for i in positions]
    answer = [tokens[kept_rank.index(i) if i in kept_rank else 0] for i in positions]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
