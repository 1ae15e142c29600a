"""places: a Transformer Program. In: up to 16 words; out: a label for each.
var0_embedding_before: the var0_embedding just before.
labels: by the votes of var0_embeddings, var0_embedding_before."""

import sys
from enum import Enum


class Var0(Enum):
    V00 = ("<unk>", "<s>", "</s>", "saw", "the")
    V01 = ("Anna", "Jordan", "Paris")
    V02 = ("in", "at", "near")
    V03 = ("Berlin", "Kenya")


VAR0 = {word: value for value in Var0 for word in value.value}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    if not ok or any(
        not isinstance(w, str)
        or (w == "<s>") != (i == 0)
        or (w == "</s>") != (i == len(tokens) - 1)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, up to 14 words, </s>; got {tokens!r}")
    tokens = [w if w in VAR0 else "<unk>" for w in tokens]
    var0_embeddings = [VAR0[w] for w in tokens]
    var0_embedding_before = [var0_embeddings[0], *var0_embeddings[:-1]]
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("O", "PER", "LOC")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "var0_embeddings": {
        #          "O"  "PER"  "LOC"
        Var0.V00: (  4,     0,     0),
        Var0.V01: (  0,     3,     2),
        Var0.V02: (  4,     0,     0),
        Var0.V03: (  0,     0,     4),
    },
    "var0_embedding_before": {
        #          "O"  "PER"  "LOC"
        Var0.V02: (  0,     0,     2),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = [
        [table.get(value, NO_VOTES) for value in variables[name]]
        for name, table in VOTES.items()
    ]
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
