"""histogram: a Transformer Program. In: up to 8 words; out: a label for each."""

import sys

BEGIN = "<s>"
WORDS = {"<s>", "a", "b", "c", "d", "e", "f"}


def select(keys, queries, predicate):
    """For each query, all matches; equal queries have the same."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def aggregate_sum(attention, values):
    """The sum of the values at all positions that each query attends to."""
    return [sum([values[j] for j in matches]) for matches in attention]


def num_predicate_0_0(q_token, k_token):
    return k_token == q_token


def run(tokens):
    """A label for each word. Each step of the program is a local variable."""
    tokens = check(tokens)
    ones = [1] * len(tokens)
    num_attn_0_0_pattern = select(tokens, tokens, num_predicate_0_0)
    num_attn_0_0_outputs = aggregate_sum(num_attn_0_0_pattern, ones)
    return [BEGIN, *map(str, num_attn_0_0_outputs[1:])]


def check(tokens):
    """The words of an input, or a ValueError that says what is wrong with it."""
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise ValueError(f"an input is a list of words, got {tokens!r}")
    if len(tokens) == 0:
        raise ValueError("the input is empty: a program needs at least one word")
    if len(tokens) > 8:
        raise ValueError(
            f"the input has {len(tokens)} words: this program takes at most 8"
        )
    if tokens[0] != BEGIN:
        raise ValueError(f"the first word must be {BEGIN!r}, got {tokens[0]!r}")
    for i, token in enumerate(tokens):
        if token == BEGIN and i > 0:
            raise ValueError(
                f"{token!r} may only be the first word, but stands at position {i}"
            )
        if token not in WORDS:
            raise ValueError(
                f"the word {token!r} at position {i} is not in the vocabulary"
            )
    return list(tokens)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(f'usage: python {sys.argv[0]} "word word ..."', file=sys.stderr)
        sys.exit(2)
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
