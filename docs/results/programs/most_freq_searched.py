"""most_freq: a Transformer Program. In: any number of words; out: a label per word.
count: how often this token occurs.
token_: the token of the first earlier position with the same token, else the first.
is_not_token_: whether token is not token_.
count_of_not_token__: the number of positions so far with is_not_token_ and the same
    count.
count_: the number of positions with is_not_token_ and a larger count.
total: count_of_not_token__ + count_.
kept_total: total if is_not_token_ holds; else 0.
answer: the token of the first position where kept_total is this position, else the
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
    token_ = [tokens[i] if tokens[i] in tokens[:i] else tokens[0] for i in positions]
    is_not_token_ = [int(token_[i] != tokens[i]) for i in positions]
    count_of_not_token__ = [
        sum(is_not_token_[j] for j in range(i + 1) if count[j] == count[i])
        for i in positions
    ]
    count_ = [sum(is_not_token_[j] for j in positions if count[j] > n) for n in count]
    total = [count_of_not_token__[i] + count_[i] for i in positions]
    kept_total = [total[i] if is_not_token_[i] else 0 for i in positions]
    answer = [tokens[kept_total.index(i) if i in kept_total else 0] for i in positions]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
