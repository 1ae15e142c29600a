"""induction: a Transformer Program. In: any number of words; out: a label per word.
first_same: the first position so far with the same token.
token_after_first_same: the token at position first_same + 1 once reached, else the
    first.
answer: '1' if token_after_first_same is '1'; '2' if token_after_first_same is '2';
    '3' if token_after_first_same is '3'; 'unk' if token_after_first_same is '<s>';
    else '0'.
Found by search: right on all 66,880 inputs of the task (exhaustive); on 10,000
inputs each of up to 20, 40 and 80 words (sampled)."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")
ANSWER = {"<s>": "unk", "1": "1", "2": "2", "3": "3"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and len(tokens) >= 1
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    first_same = [tokens.index(token) for token in tokens]
    token_after_first_same = [
        tokens[first_same[i] + 1 if first_same[i] + 1 <= i else 0] for i in positions
    ]
    answer = [ANSWER.get(value, "0") for value in token_after_first_same]
    return ["<s>", *answer[1:]]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
