"""double_hist: a Transformer Program. In: any number of words; out: a label per word.
same_before: how many earlier tokens are the same.
alike: how many positions with is_word have the same same_before.
one_more: how many positions have a same_before that is 1 more.
difference: alike minus one_more.
answer: the difference of the last position with the same token.
Found by search: right on all 335,922 inputs of the task (exhaustive); on 10,000
inputs each of up to 16, 32 and 64 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    same_before = [tokens[:i].count(tokens[i]) for i in positions]
    is_word = [w != "<s>" for w in tokens]
    alike = [
        sum(is_word[j] for j in positions if same_before[j] == n) for n in same_before
    ]
    one_more = [same_before.count(n + 1) for n in same_before]
    difference = [alike[i] - one_more[i] for i in positions]
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
