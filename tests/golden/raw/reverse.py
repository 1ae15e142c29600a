"""reverse: a Transformer Program. In: up to 16 words; out: a label per word.
length: the last position.
targets: length - position, at least 0.
outputs: the token at position target, else the first."""

import sys

WORDS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")


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


def predicate_length(q_token, k_token):
    return k_token == "</s>"


def mlp_targets(length, position):
    return max(length - position, 0)


def predicate_outputs(target, position):
    return position == target


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 16
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 14 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    length_pattern = select(tokens, tokens, predicate_length)
    length = aggregate(length_pattern, positions)
    targets = list(map(mlp_targets, length, positions))
    outputs_pattern = select(positions, targets, predicate_outputs)
    outputs = aggregate(outputs_pattern, tokens)
    return ["<s>", *outputs[1:-1], "</s>"]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
