"""places: a Transformer Program. In: up to 16 words; out: a label for each."""

import sys
from enum import Enum
from functools import lru_cache

BEGIN = "<s>"
END = "</s>"
UNKNOWN = "<unk>"


class Var0(Enum):
    V00 = ("<unk>", "<s>", "</s>", "saw", "the")
    V01 = ("Anna", "Jordan", "Paris")
    V02 = ("in", "at", "near")
    V03 = ("Berlin", "Kenya")


VAR0 = {word: value for value in Var0 for word in value.value}


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


def predicate_0_0(q_position, k_position):
    return k_position == q_position - 1


def run(tokens):
    """A label for each word. Each step of the program is a local variable."""
    tokens = check(tokens)
    var0_embeddings = [VAR0[word] for word in tokens]
    positions = list(range(len(tokens)))
    attn_0_0_pattern = select_closest(positions, positions, predicate_0_0)
    attn_0_0_outputs = aggregate(attn_0_0_pattern, var0_embeddings)
    return [BEGIN, *classify(locals())[1:-1], END]


# fmt: off
CLASSES = ("O", "PER", "LOC")
VOTES = {
    "var0_embeddings": {
        #          "O"  "PER"  "LOC"
        Var0.V00: (  4,     0,     0),
        Var0.V01: (  0,     3,     2),
        Var0.V02: (  4,     0,     0),
        Var0.V03: (  0,     0,     4),
    },
    "attn_0_0_outputs": {
        #          "O"  "PER"  "LOC"
        Var0.V00: (  0,     0,     0),
        Var0.V01: (  0,     0,     0),
        Var0.V02: (  0,     0,     2),
        Var0.V03: (  0,     0,     0),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = [
        [table[value] for value in variables[name]] for name, table in VOTES.items()
    ]
    labels = []
    for rows in zip(*votes):
        scores = [sum(column) for column in zip(*rows)]
        labels.append(CLASSES[scores.index(max(scores))])
    return labels


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
    return [token if token in VAR0 else UNKNOWN for token in tokens]


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(f'usage: python {sys.argv[0]} "word word ..."', file=sys.stderr)
        sys.exit(2)
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
