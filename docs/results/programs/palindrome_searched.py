"""palindrome: a Transformer Program. In: any number of words; out: a label per word.
count_from_here_on: the number of positions from here on.
token_by_count: the token at position count_from_here_on, else the first.
is_not_token_by_count: whether token is not token_by_count.
copied: is_not_token_by_count.
sum_of_copied: the sum of copied over the positions.
is_any_copied: whether sum_of_copied is above 0.
answer: 'yes' if is_any_copied does not hold; else 'no'.
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
    copied = list(is_not_token_by_count)
    sum_of_copied = [sum(copied)] * len(tokens)
    is_any_copied = [int(n > 0) for n in sum_of_copied]
    answer = ["no" if n else "yes" for n in is_any_copied]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
