"""palindrome: a Transformer Program. In: any number of words; out: a label for each.
number_after: how many positions come after.
mirrored_token: the token at position number_after plus 1.
mirrored_token_smaller: whether mirrored_token is below token.
match_count: how many positions have mirrored_token_smaller.
any_match: whether match_count is above 0.
answer: whether any_match does not hold.
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled).
Simplified: same answer on every input, by rules (3 changes)."""

import sys

WORDS = ("a", "b", "c", "d")
ORDER = {"<s>": 0, "a": 1, "b": 2, "c": 3, "d": 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    number_after = [len(tokens) - i - 1 for i in positions]
    mirrored_token = [tokens[n + 1 if n + 1 < len(tokens) else 0] for n in number_after]
    mirrored_token_smaller = [
        ORDER[mirrored_token[i]] < ORDER[tokens[i]] for i in positions
    ]
    match_count = [sum(mirrored_token_smaller) for _ in tokens]
    any_match = [n > 0 for n in match_count]
    answer = ["no" if n else "yes" for n in any_match]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
