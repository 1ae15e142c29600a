"""induction: a Transformer Program. In: up to 10 words; out: a label for each."""

import sys

BEGIN = "<s>"
WORDS = {"<s>", "a", "b", "c", "d", "0", "1", "2", "3"}


def select_closest(keys, queries, predicate):
    """For each query, the nearest earlier match, else itself if it matches, else 0."""
    chosen = [0] * len(queries)
    for i, query in enumerate(queries):
        for j in [*reversed(range(i)), i]:
            if predicate(query, keys[j]):
                chosen[i] = j
                break
    return chosen


def aggregate(attention, values):
    """The value at the position that each query attends to."""
    return [values[j] for j in attention]


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
    """A label for each word. Each step of the program is a local variable."""
    tokens = check(tokens)
    positions = list(range(len(tokens)))
    attn_0_0_pattern = select_closest(positions, positions, predicate_0_0)
    attn_0_0_outputs = aggregate(attn_0_0_pattern, tokens)
    attn_1_0_pattern = select_closest(attn_0_0_outputs, tokens, predicate_1_0)
    attn_1_0_outputs = aggregate(attn_1_0_pattern, tokens)
    return [BEGIN, *classify(locals())[1:]]


# fmt: off
CLASSES = ("0", "1", "2", "3", "unk")
VOTES = {
    "attn_1_0_outputs": {
        #       "0"  "1"  "2"  "3"  "unk"
        "<s>": (  0,   0,   0,   0,     1),
        "a":   (  0,   0,   0,   0,     0),
        "b":   (  0,   0,   0,   0,     0),
        "c":   (  0,   0,   0,   0,     0),
        "d":   (  0,   0,   0,   0,     0),
        "0":   (  1,   0,   0,   0,     0),
        "1":   (  0,   1,   0,   0,     0),
        "2":   (  0,   0,   1,   0,     0),
        "3":   (  0,   0,   0,   1,     0),
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
    if len(tokens) > 10:
        raise ValueError(
            f"the input has {len(tokens)} words: this program takes at most 10"
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
