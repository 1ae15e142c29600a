"""Sentences are true: read back as plain Python, they give the values that the program computes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from random_programs import random_input, random_program

import transformer_programs as tp
from transformer_programs.cli.summary import steps_in_words
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer.facts import Facts
from transformer_programs.printer.scope import renamed
from transformer_programs.printer.sentences import INPUTS, named, sentences
from transformer_programs.program import Program, types
from transformer_programs.program import steps as lang
from transformer_programs.program.values import ordinal, symbol
from transformer_programs.shelf import SHELF
from transformer_programs.simplifier import simplify_exactly

STORED = sorted((Path(__file__).parents[2] / "docs/results/programs").glob("*.json"))
ORDER: dict[str, Callable[[int, int], bool]] = {
    "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
    "is below": lambda a, b: a < b,
    "is at most": lambda a, b: a <= b,
    "is above": lambda a, b: a > b,
    "is at least": lambda a, b: a >= b,
}
WITH = {"the same": "is", "another": "is not", "a smaller": "is below", "a larger": "is above"}
WITH |= {"no larger": "is at most", "no smaller": "is at least"}
HERE = {"before here": "is below", "up to here": "is at most"}
HERE |= {"after here": "is above", "from here on": "is at least"}
TRUTHS = r'(\w+ (?:holds|is not (?:"[^"]*"|\S+))) or (\w+ (?:holds|is not (?:"[^"]*"|\S+)))'
REACH = r"(?P<side>earlier |later )?position(?P<many>s)?(?P<sofar> so far)?"
MISS = r"(?P<self>, else this one)?(?P<first>, else the first)?"


class Reader:
    """Reads sentences about variables whose values at all positions of one input are known."""

    def __init__(self, names: dict[str, str], program: Program, values: dict[str, list[int]]):
        self.kinds = {one: types(program)[name] for name, one in names.items()}
        self.symbols = {
            one: [symbol(self.kinds[one], v) for v in values[name]] for name, one in names.items()
        }
        self.orders = {
            one: [ordinal(self.kinds[one], v) for v in values[name]] for name, one in names.items()
        }
        self.n = len(next(iter(values.values())))

    def test(self, text: str, i: int) -> bool:
        """Whether a test such as 'token is "a" or "b" and count is at least 2' holds at i."""
        if " and " in text:
            return all(self.test(part, i) for part in text.split(" and "))
        one, end = text.split(" ", 1)
        value = self.symbols[one][i]
        if end in ("is odd", "is even"):
            return self.orders[one][i] % 2 == (end == "is odd")
        if found := re.fullmatch(r"is a multiple of (\d+)", end):
            return self.orders[one][i] % int(found[1]) == 0
        if end in ("holds", "does not hold"):
            assert value in (0, 1)
            return (value == 1) == (end == "holds")
        if found := re.fullmatch(r"is (-?\d+) to (-?\d+)", end):
            return int(found[1]) <= int(value) <= int(found[2])
        if found := re.fullmatch(r"is not (.+ nor .+)", end):
            return value not in [json.loads(word) for word in found[1].split(" nor ")]
        if found := re.fullmatch(r"is (.+ or .+)", end):
            return value in [json.loads(word) for word in found[1].split(" or ")]
        return self.compared(one, end, i, i)

    def compared(self, one: str, end: str, j: int, i: int) -> bool:
        """Whether 'is at most count + 1' holds of a value at j, where the rest is read at i."""
        found = re.fullmatch(
            r"(is not|is below|is at most|is above|is at least|is) (.+?)( [+-] \d+)?", end
        )
        assert found, end
        word, what, shift = found[1], found[2], int((found[3] or "0").replace(" ", ""))
        if what in self.orders:
            return ORDER[word](self.orders[one][j], self.orders[what][i] + shift)
        assert not shift
        given, wanted = self.symbols[one][j], json.loads(what)
        return ORDER[word](given, wanted)

    def holds(self, text: str, i: int) -> bool:
        """A condition of a function: a test, or truths joined by a word."""
        if found := re.fullmatch(TRUTHS, text):
            return self.test(found[1], i) or self.test(found[2], i)
        return self.test(text, i)

    def clauses(self, text: str, i: int) -> str:
        """The clause that is for the position i, of some with 'if this ...' in between."""
        for part in text.split("; "):
            clause, condition, asked = part.removeprefix("else ").partition(" if this ")
            if not condition or self.test(asked, i):
                return clause
        return ""

    def matches(self, text: str, i: int) -> list[int]:
        """The positions that 'where ...' or 'with ...' picks at i."""
        clause = self.clauses(text, i) if text else "always"
        if clause == "always":
            return list(range(self.n))
        if not clause:
            return []
        if clause in HERE:
            return [j for j in range(self.n) if ORDER[HERE[clause]](j, i)]
        if found := re.fullmatch(r"with (the same|an?other|a \w+|no \w+) (\w+)", clause):
            own = self.orders[found[2]]
            return [j for j in range(self.n) if ORDER[WITH[found[1]]](own[j], own[i])]
        one, end = clause.removeprefix("where ").split(" ", 1)
        if " this " in end:
            end = end.replace(" this ", " ")
            return [j for j in range(self.n) if self.compared(one, end, j, i)]
        return [j for j in range(self.n) if self.test(f"{one} {end}", j)]

    def reached(self, found: re.Match[str], where: str, i: int) -> list[int]:
        side = (found["side"] or "").strip()
        reach = {"earlier": range(i), "later": range(i + 1, self.n)}.get(side, range(self.n))
        reach = range(i + 1) if found["sofar"] else reach
        return [j for j in self.matches(where, i) if j in reach]

    def chosen(self, found: re.Match[str], matches: list[int], i: int) -> int:
        """The position that is chosen, with what is said for where there is none."""
        which = found["which"]
        others = [j for j in matches if j != i] if which == "nearest other" else matches
        if others:
            if which.startswith("nearest"):
                return min(others, key=lambda j: (abs(i - j), j))
            return others[0] if which == "first" else others[-1]
        if found["self"] and i in matches:
            return i
        assert found["first"], "the sentence says what it takes where nothing matches"
        return 0

    def place(self, text: str, i: int) -> int | None:
        """The position that 'at earlier position 3 if this ...; else at ...' says."""
        clause = self.clauses(text, i)
        found = re.fullmatch(
            r"(?:at )?(earlier |later )?(?:this (position)|position (\w+))( [+-] \d+)?"
            r"( once reached)?",
            clause,
        )
        if not found:
            assert not clause, clause
            return None
        at = i if found[2] else int(found[3]) if found[3].isdigit() else self.orders[found[3]][i]
        at += int((found[4] or "0").replace(" ", ""))
        inside = 0 <= at < self.n and (not found[5] or at <= i)
        if found[1]:
            inside = inside and (at < i if found[1] == "earlier " else at > i)
        return at if inside else None

    def value(self, text: str, i: int) -> object:
        """The value that a sentence says a variable has at i."""
        kept = re.search(r"(?:, at most (-?\d+))?(?:, at least (-?\d+))?$", text)
        assert kept
        found = self.plain(text[: kept.start()], i)
        if kept[1] is not None:
            found = min(int(str(found)), int(kept[1]))
        return max(int(str(found)), int(kept[2])) if kept[2] is not None else found

    def plain(self, text: str, i: int) -> object:
        symbols, n = self.symbols, self.n
        if found := re.fullmatch(r"the (previous|next) (\w+), else the first", text):
            at = i - 1 if found[1] == "previous" else i + 1
            return symbols[found[2]][at if 0 <= at < n else 0]
        if found := re.fullmatch(r"the (\w+) (\d+) positions (before|after), else the first", text):
            at = i + int(found[2]) * (-1 if found[3] == "before" else 1)
            return symbols[found[1]][at if 0 <= at < n else 0]
        if found := re.fullmatch(r"the (?:(\w+) at the )?(first|last) position", text):
            at = 0 if found[2] == "first" else n - 1
            return symbols[found[1]][at] if found[1] else at
        best = r"the (?P<best>largest|smallest) (?P<key>\w+)"
        if found := re.fullmatch(rf"{best} of the {REACH}(?P<where> .*?)?{MISS}", text):
            places = self.reached(found, (found["where"] or "").strip(), i)
            key = found["key"]
            if not places:
                assert found["first"]
                return symbols[key][0]
            pick = max if found["best"] == "largest" else min
            return symbols[key][pick(places, key=self.orders[key].__getitem__)]
        which = r"the (?P<which>nearest other|nearest|first|last)"
        if found := re.fullmatch(
            rf"the (?P<value>\w+) of {which} {REACH} with {best}"
            rf"(?: among those (?P<where>.*?))?{MISS}",
            text,
        ):
            places = self.reached(found, found["where"] or "", i)
            orders = self.orders[found["key"]]
            pick = max if found["best"] == "largest" else min
            top = [j for j in places if orders[j] == pick(orders[k] for k in places)]
            return symbols[found["value"]][self.chosen(found, top, i)]
        if found := re.fullmatch(
            rf"(?:the (?P<value>\w+) of )?{which} {REACH}(?P<where> .*?)?{MISS}", text
        ):
            at = self.chosen(found, self.reached(found, (found["where"] or "").strip(), i), i)
            return symbols[found["value"]][at] if found["value"] else at
        if found := re.fullmatch(r"the (\w+) (at .*), else the first", text):
            return symbols[found[1]][self.place(found[2], i) or 0]
        if found := re.fullmatch(
            r"((?:earlier |later )?(?:this )?position.*), else the first", text
        ):
            return self.place(found[1], i) or 0
        if found := re.fullmatch(
            r'how often (this \w+|".*") occurs( so far| earlier| later)?', text
        ):
            reach = {" so far": range(i + 1), " earlier": range(i), " later": range(i + 1, n)}
            places = reach.get(found[2], range(n))
            if found[1].startswith("this "):
                own = symbols[found[1][5:]]
                return sum(own[j] == own[i] for j in places)
            words = next(v for one, v in symbols.items() if one.startswith("word"))
            return sum(words[j] == json.loads(found[1]) for j in places)
        if found := re.fullmatch(r"(.* (\w+) holds), or 0 where it does not hold here", text):
            return self.plain(found[1], i) if symbols[found[2]][i] == 1 else 0
        text = re.sub(r" with (\w+z) and ", r" where \1 holds, with ", text)
        text = re.sub(r"( where \w+z holds) and ", r"\1, where ", text)
        if found := re.fullmatch(
            rf"the (?:number|sum of (?P<value>\w+)) (?:of|over the) {REACH}"
            r"(?: where (?P<flag>\w+z) holds(?=,|$),?)?(?P<where> .*)?",
            text,
        ):
            places = self.reached(found, (found["where"] or "").strip(), i)
            if found["flag"]:
                return sum(int(symbols[found["flag"]][j]) for j in places)
            return (
                sum(int(symbols[found["value"]][j]) for j in places)
                if found["value"]
                else len(places)
            )
        return self.function(text, i)

    def number(self, text: str, i: int) -> int:
        """A number, or the value of a variable at i."""
        return int(text) if re.fullmatch(r"-?\d+", text) else self.orders[text][i]

    def function(self, text: str, i: int) -> object:
        text = re.sub(r' \(for "[^"]*"\)', "", text)
        if text.startswith("whether "):
            return int(self.holds(text[8:], i))
        if found := re.fullmatch(r"always (-?\d+)", text):
            return int(found[1])
        if found := re.fullmatch(r"the remainder of (\w+) divided by (\d+)", text):
            return self.orders[found[1]][i] % int(found[2])
        if found := re.fullmatch(r"(\w+) divided by (\d+) and rounded down", text):
            return self.orders[found[1]][i] // int(found[2])
        if found := re.fullmatch(r"the (smaller|larger) of (-?\w+) and (-?\w+)( [+-] \d+)?", text):
            pick = min if found[1] == "smaller" else max
            both = (self.number(found[2], i), self.number(found[3], i))
            return pick(both) + int((found[4] or "0").replace(" ", ""))
        if "; " in text:
            for part in text.split("; "):
                value, condition, asked = part.removeprefix("else ").partition(" if ")
                if not condition or self.holds(asked, i):
                    plain = self.symbols[value][i] if value in self.symbols else json.loads(value)
                    return plain
        if found := re.fullmatch(r"(-?\w+)(?: ([+*-]) (-?\w+))?( [+-] \d+)?", text):
            a, op, b = found[1], found[2], found[3]
            if op is None and not found[4]:
                return self.symbols[a][i]
            other = self.number(b, i) if b else 0
            shift, one = int((found[4] or "0").replace(" ", "")), self.number(a, i)
            return {"+": one + other, "-": one - other, "*": one * other, None: one}[op] + shift
        raise AssertionError(f"nobody knows what {text!r} means")


def renumbered(program: Program) -> Program:
    """The program with names that no sentence uses."""
    kinds = ["word" if isinstance(s, lang.Token) else "x" for s in program.steps]
    new = {s.out.name: f"{kinds[n]}{n}z" for n, s in enumerate(program.steps)}
    return renamed(program, new)


def wrong_sentences(program: Program, inputs: list[list[str]]) -> Iterator[str]:
    """The sentences that say another value than the program computes."""
    said = dict(sentences(program))
    facts = Facts(program)
    for step in program.steps:
        facts.add(step, step.out.name)
    ones = {name: facts.one(name) for name in facts.steps}
    for tokens in inputs:
        values = {name: list(of) for name, of in evaluate(program, tokens).variables.items()}
        reader = Reader(ones, program, values)
        for name, text in said.items():
            if name in values and not isinstance(facts.steps[name], INPUTS):
                computed = [symbol(types(program)[name], value) for value in values[name]]
                told = [reader.value(text, i) for i in range(len(computed))]
                if told != computed:
                    yield f"{name}: {text}\n{facts.steps[name]}\n{tokens} {told} {computed}"


@pytest.mark.parametrize("block", range(4))
def test_sentences_about_random_programs_are_true(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        rng = random.Random(f"sentences {seed}")
        program = renumbered(random_program(rng, most_steps=rng.randint(3, 10)))
        inputs = [random_input(rng, program) for _ in range(6)]
        assert not list(wrong_sentences(program, inputs)), seed


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_sentences_about_stored_programs_are_true(file: Path) -> None:
    program = renumbered(simplify_exactly(tp.load(file)).program)
    rng = random.Random(0)
    assert not list(wrong_sentences(program, [random_input(rng, program, 12) for _ in range(25)]))


def test_two_thirds_of_the_steps_of_stored_programs_are_described() -> None:
    programs = [tp.load(file) for file in STORED] + [one.program for one in SHELF.values()]
    shown = [named(simplify_exactly(program).program) for program in programs]
    steps = [s.out.name for one in shown for s in one.steps if not isinstance(s, INPUTS)]
    said = [name for one in shown for name, _ in sentences(one) if name in types(one)]
    assert len(said) >= 2 / 3 * len(steps)
    assert not [name for name in steps if re.search(r"(attn|mlp)_\d", name)]


@pytest.mark.parametrize("seed", range(15))
def test_names_change_nothing_but_names(seed: int) -> None:
    rng = random.Random(seed)
    program = random_program(rng, most_steps=12)
    given = [s.out.name for s in program.steps if isinstance(s, INPUTS)]
    new = named(program, [name for name in types(program) if name not in given])
    names = [step.out.name for step in new.steps]
    assert len({*names}) == len(names)
    assert [name for name in names if name in given] == given
    assert named(new, [name for name in names if name not in given]) == new
    for _ in range(3):
        tokens = random_input(rng, program)
        before, after = evaluate(program, tokens), evaluate(new, tokens)
        assert after.answer == before.answer
        assert [*after.variables.values()] == [*before.variables.values()]


def test_a_summary_says_something_of_every_step() -> None:
    for file in STORED:
        program = tp.load(file)
        assert all(steps_in_words(program)), file
