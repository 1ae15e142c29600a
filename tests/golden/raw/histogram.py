"""histogram: a Transformer Program. In: up to 8 words; out: a label per word.
num_attn_0_0_outputs: how often this token occurs."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


def num_predicate_0_0(q_token, k_token):
    return k_token == q_token


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    ones = [1] * len(tokens)
    num_attn_0_0_pattern = select(tokens, tokens, num_predicate_0_0)
    num_attn_0_0_outputs = aggregate_sum(num_attn_0_0_pattern, ones)
    return ["<s>", *map(str, num_attn_0_0_outputs[1:])]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
