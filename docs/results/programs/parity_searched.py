"""parity: a Transformer Program. In: any number of words; out: a label for each.
a_so_far: how many positions so far have is_a.
twice_position: twice position.
match_count: how many positions so far have a twice_position that is its a_so_far.
any_match: whether match_count is above 0.
answer: whether any_match does not hold.
Found by search: right on all 21,844 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled).
Simplified: same answer on every input, by rules (2 changes)."""

import sys

WORDS = ("a", "b", "c", "d")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    is_a = [w == "a" for w in tokens]
    a_so_far = [sum(is_a[: i + 1]) for i in positions]
    twice_position = [2 * i for i in positions]
    match_count = [twice_position[: i + 1].count(a_so_far[i]) for i in positions]
    any_match = [n > 0 for n in match_count]
    answer = ["even" if n else "odd" for n in any_match]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
