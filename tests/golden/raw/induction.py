"""induction: a Transformer Program. In: up to 10 words; out: a label per word."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")


def select(keys, queries, predicate, reach="all"):
    """For each query, the positions in reach whose keys match."""
    n = len(keys)
    places = {
        "all": lambda i: range(n),
        "before": lambda i: range(i),
        "upto": lambda i: range(i + 1),
        "after": lambda i: range(i + 1, n),
    }
    return [
        [j for j in places[reach](i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values, choose="nearest", scores=None):
    """The value of the match that is chosen, or the first value; or the sum of all."""
    if choose == "sum":
        return [sum(values[j] for j in matches) for matches in attention]
    orders = {
        "nearest": lambda i, j: (j == i, abs(i - j), j),
        "first": lambda i, j: j,
        "last": lambda i, j: -j,
    }
    chosen = []
    for i, matches in enumerate(attention):
        if scores is not None:
            best = max((scores[j] for j in matches), default=0)
            matches = [j for j in matches if scores[j] == best]
        chosen.append(min(matches, key=lambda j: orders[choose](i, j), default=0))
    return [values[j] for j in chosen]


def predicate_0_0(q_position, k_position):
    if q_position in {0, 8}:
        return k_position == 7
    if q_position == 2:
        return k_position == 1
    if q_position == 3:
        return k_position == 2
    if q_position == 4:
        return k_position == 3
    if q_position == 5:
        return k_position == 4
    if q_position == 6:
        return k_position == 5
    if q_position == 7:
        return k_position == 6
    return k_position == 0


def predicate_1_0(token, attn_0_0_output):
    if token == "a":
        return attn_0_0_output == "a"
    if token == "b":
        return attn_0_0_output == "b"
    if token == "c":
        return attn_0_0_output == "c"
    if token == "d":
        return attn_0_0_output == "d"
    return False


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 10
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 9 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    attn_0_0_pattern = select(positions, positions, predicate_0_0, "upto")
    attn_0_0_outputs = aggregate(attn_0_0_pattern, tokens)
    attn_1_0_pattern = select(attn_0_0_outputs, tokens, predicate_1_0, "upto")
    attn_1_0_outputs = aggregate(attn_1_0_pattern, tokens)
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("0", "1", "2", "3", "unk")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "attn_1_0_outputs": {
        #       "0"  "1"  "2"  "3"  "unk"
        "<s>": (  0,   0,   0,   0,     1),
        "0":   (  1,   0,   0,   0,     0),
        "1":   (  0,   1,   0,   0,     0),
        "2":   (  0,   0,   1,   0,     0),
        "3":   (  0,   0,   0,   1,     0),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = []
    for name, table in VOTES.items():
        votes.append([table.get(value, NO_VOTES) for value in variables[name]])
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
