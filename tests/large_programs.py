"""A program of the size of a named-entity recogniser, with weights at random."""

from __future__ import annotations

import random

from transformer_programs.program import Program, Vocabulary
from transformer_programs.program import steps as lang
from transformer_programs.program.values import Categorical

CLASSES = ("O", *(f"{part}-{kind}" for kind in ("PER", "LOC", "ORG", "MISC") for part in "BI"))


def entity_program(
    words: int = 10_000, layers: int = 3, heads: int = 8, mlps: int = 4, length: int = 32
) -> Program:
    """Four learned word variables of 32 values, heads and MLPs in layers, votes on everything."""
    rng = random.Random(0)
    vocabulary = ("<unk>", "<s>", "</s>", *(f"word{i}" for i in range(words - 3)))
    learned = Categorical(tuple(f"V{i:02}" for i in range(32)))
    steps: list[lang.Step] = [
        lang.Token(lang.Variable(f"var{v}_embeddings", learned), _draws(rng, 32, words))
        for v in range(4)
    ]
    steps.append(lang.Position(lang.Variable("positions", Categorical(tuple(range(length))))))
    for layer in range(layers):
        known = list(steps)
        steps += [_head(rng, known, lang.Origin(layer, h, "attn")) for h in range(heads)]
        known = list(steps)
        steps += [_mlp(rng, known, lang.Origin(layer, m, "mlp"), learned) for m in range(mlps)]
    votes = tuple(
        lang.Vote(s.out.name, tuple(_weights(rng) for _ in range(_size(s)))) for s in steps
    )
    return Program(
        Vocabulary(vocabulary, "<unk>", "<s>", "</s>"),
        tuple(steps),
        lang.Classifier(CLASSES, votes, scale=1000),
        length,
    )


def _draws(rng: random.Random, below: int, count: int) -> tuple[int, ...]:
    return tuple(rng.randrange(below) for _ in range(count))


def _weights(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randint(-5000, 5000) for _ in CLASSES)


def _size(step: lang.Step) -> int:
    assert isinstance(step.out.type, Categorical)
    return len(step.out.type.values)


def _head(rng: random.Random, known: list[lang.Step], origin: lang.Origin) -> lang.CategoricalHead:
    query, key, value = (rng.choice(known) for _ in range(3))
    rows = lang.Rows(tuple((rng.randrange(_size(key)),) for _ in range(_size(query))))
    out = origin.variable(value.out.type)
    return lang.CategoricalHead(out, query.out.name, key.out.name, value.out.name, rows)


def _mlp(
    rng: random.Random, known: list[lang.Step], origin: lang.Origin, type: Categorical
) -> lang.Mlp:
    a, b = rng.choice(known), rng.choice(known)
    cells = _draws(rng, len(type.values), _size(a) * _size(b))
    return lang.Mlp(origin.variable(type), (a.out.name, b.out.name), lang.Table(cells))
