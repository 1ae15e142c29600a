"""reverse: a Transformer Program. In: up to 16 words; out: a label for each."""

import sys
from functools import lru_cache

BEGIN = "<s>"
END = "</s>"
# fmt: off
WORDS = {
    "<s>", "</s>", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
}
# fmt: on


@lru_cache(maxsize=1024)
def nearest_first(i, length):
    """Positions by their distance from i: left before right, i itself last."""
    return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))


def select_closest(keys, queries, predicate):
    """For each query, the nearest match, its own position last, else 0."""
    chosen = [0] * len(queries)
    for i, query in enumerate(queries):
        for j in nearest_first(i, len(keys)):
            if predicate(query, keys[j]):
                chosen[i] = j
                break
    return chosen


def aggregate(attention, values):
    """The value at the position that each query attends to."""
    return [values[j] for j in attention]


def predicate_length(q_token, k_token):
    return k_token == "</s>"


def mlp_targets(length, position):
    return max(length - position, 0)


def predicate_outputs(target, position):
    return position == target


def run(tokens):
    """A label for each word. Each step of the program is a local variable."""
    tokens = check(tokens)
    positions = list(range(len(tokens)))
    length_pattern = select_closest(tokens, tokens, predicate_length)
    length = aggregate(length_pattern, positions)
    targets = list(map(mlp_targets, length, positions))
    outputs_pattern = select_closest(positions, targets, predicate_outputs)
    outputs = aggregate(outputs_pattern, tokens)
    return [BEGIN, *outputs[1:-1], END]


def check(tokens):
    """The words of an input, or a ValueError that says what is wrong with it."""
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise ValueError(f"an input is a list of words, got {tokens!r}")
    if len(tokens) == 0:
        raise ValueError("the input is empty: a program needs at least one word")
    if len(tokens) > 16:
        raise ValueError(
            f"the input has {len(tokens)} words: this program takes at most 16"
        )
    if tokens[0] != BEGIN:
        raise ValueError(f"the first word must be {BEGIN!r}, got {tokens[0]!r}")
    if tokens[-1] != END:
        raise ValueError(f"the last word must be {END!r}, got {tokens[-1]!r}")
    for i, token in enumerate(tokens):
        if token == BEGIN and i > 0:
            raise ValueError(
                f"{token!r} may only be the first word, but stands at position {i}"
            )
        if token == END and i < len(tokens) - 1:
            raise ValueError(
                f"{token!r} may only be the last word, but stands at position {i}"
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
