"""places: a Transformer Program. In: up to 16 words; out: a label per word.
previous_var0: the previous var0, else the first.
labels: the class with the most votes from var0_embeddings, previous_var0."""

import sys

# fmt: off
VAR0_WORDS = {
    "V02": ("in", "at", "near"),
    "V01": ("Anna", "Jordan", "Paris"),
    "V03": ("Berlin", "Kenya"),
}
# fmt: on
VAR0 = {word: value for value, words in VAR0_WORDS.items() for word in words}

# fmt: off
CLASSES = ("O", "PER", "LOC")
VOTES = {
    # votes of previous_var0, var0_embeddings
    "V00": ({}, {"O": 4}),  # all other words
    "V02": ({"LOC": 2}, {"O": 4}),  # 3 words: in, at, near
    "V01": ({}, {"PER": 3, "LOC": 2}),  # 3 words: Anna, Jordan, Paris
    "V03": ({}, {"LOC": 4}),  # 2 words: Berlin, Kenya
}
# fmt: on


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    ok = ok and tokens[0] == "<s>" and tokens[-1] == "</s>"
    if not ok or any(
        not isinstance(w, str) or w in ("<s>", "</s>") for w in tokens[1:-1]
    ):
        raise ValueError(f"expected <s>, up to 14 words, </s>; got {tokens!r}")
    var0_embeddings = [VAR0.get(w, "V00") for w in tokens]
    previous_var0 = [var0_embeddings[0], *var0_embeddings[:-1]]
    votes = [
        [VOTES[g][j] for j, g in enumerate(row)]
        for row in zip(previous_var0, var0_embeddings)
    ]
    scores = [
        [sum(row.get(name, 0) for row in rows) for name in CLASSES] for rows in votes
    ]
    labels = [CLASSES[row.index(max(row))] for row in scores]
    return ["<s>", *labels[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
