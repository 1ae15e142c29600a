"""places: a Transformer Program. In: up to 16 words; out: a label for each.
positions, var0_embeddings -> previous_var0_embedding; var0_embeddings,
previous_var0_embedding -> labels"""

import sys
from functools import lru_cache

VAR0_WORDS = {
    "V01": ("Anna", "Jordan", "Paris"),
    "V03": ("Berlin", "Kenya"),
    "V02": ("in", "at", "near"),
}

VAR0 = {word: value for value, words in VAR0_WORDS.items() for word in words}

CLASSES = ("O", "PER", "LOC")
#  |previous_var|var0_embeddi
#  |   O PER LOC|   O PER LOC
TABLE = """
V01|   .   .   .|   .   3   2
V03|   .   .   .|   .   .   4
V00|   .   .   .|   4   .   .
V02|   .   .   2|   4   .   .
""".replace(".", "0").replace("-", " -")
ROWS = [row.split("|") for row in TABLE.split("\n")[1:-1]]
VOTES = [
    {row[0].strip(): list(map(int, row[i].split())) for row in ROWS} for i in (1, 2)
]


@lru_cache(maxsize=1024)
def nearest_first(i, length):
    """Positions by their distance from i: left before right, i itself last."""
    return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest match, itself last, or 0."""
    return [
        next((j for j in nearest_first(i, len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    if not ok or any(
        not isinstance(w, str)
        or (w == "<s>") != (i == 0)
        or (w == "</s>") != (i == len(tokens) - 1)
        for i, w in enumerate(tokens)
    ):
        raise ValueError(f"expected <s>, up to 14 words, </s>; got {tokens!r}")
    var0_embeddings = [VAR0.get(w, "V00") for w in tokens]
    positions = list(range(len(tokens)))
    previous_var0_embedding = aggregate(  # copies the var0_embedding just before
        select_closest(positions, positions, lambda q, k: k == q - 1), var0_embeddings
    )
    voters = zip(VOTES, (previous_var0_embedding, var0_embeddings))
    votes = [
        [table.get(group, [0] * 3) for group in values] for table, values in voters
    ]
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    labels = [CLASSES[row.index(max(row))] for row in scores]
    return ["<s>", *labels[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
