"""palindrome: a Transformer Program. In: any number of words; out: a label per word.
count_from_here_on: the number of positions from here on.
token_by_count: the token at position count_from_here_on, else the first.
is_not_token_by_count: whether token is not token_by_count.
count: the number of positions where is_not_token_by_count holds.
is_any_count: whether count is above 0.
answer: 'no' if is_any_count holds; else 'yes'.
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled).
Simplified: same answer on every input, by rules (2 changes)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    count_from_here_on = [sum(j >= i for j in positions) for i in positions]
    token_by_count = [tokens[n if n < len(tokens) else 0] for n in count_from_here_on]
    is_not_token_by_count = [int(token_by_count[i] != tokens[i]) for i in positions]
    count = [sum(is_not_token_by_count)] * len(tokens)
    is_any_count = [int(n > 0) for n in count]
    answer = ["no" if n else "yes" for n in is_any_count]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
