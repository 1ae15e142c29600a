"""parity: a Transformer Program. In: any number of words; out: a label per word.
count_of_a_so_far: the number of positions so far where is_a holds.
is_odd_count_of_a_so_far: whether count_of_a_so_far is odd.
answer: 'odd' if is_odd_count_of_a_so_far holds; else 'even'.
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
    is_a = [int(w == "a") for w in tokens]
    count_of_a_so_far = [sum(is_a[: i + 1]) for i in positions]
    is_odd_count_of_a_so_far = [n % 2 for n in count_of_a_so_far]
    answer = ["odd" if n else "even" for n in is_odd_count_of_a_so_far]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
