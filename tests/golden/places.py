"""places: a Transformer Program. In: up to 16 words; out: a label per word.
previous_var0: the previous var0, else the first.
labels: the class with the most votes from var0_embeddings, previous_var0."""

import sys

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


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    ok = ok and all(isinstance(w, str) for w in tokens)
    ends = ok and {i: w for i, w in enumerate(tokens) if w in ("<s>", "</s>")}
    if not ok or ends != {0: "<s>", len(tokens) - 1: "</s>"}:
        raise ValueError(f"expected <s>, up to 14 words, </s>; got {tokens!r}")
    var0_embeddings = [VAR0.get(w, "V00") for w in tokens]
    previous_var0 = [var0_embeddings[0], *var0_embeddings[:-1]]
    voters = zip(VOTES, (previous_var0, var0_embeddings))
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
