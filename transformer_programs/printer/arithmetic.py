"""What functions make of the variables they read, and words of a vocabulary: names, sentences."""

from __future__ import annotations

from itertools import product
from typing import assert_never

from ..program.steps import CategoricalHead, Compare, Formula, Mlp, NumericalHead, Table, Token
from ..program.values import Number, domain, is_numeric, symbol
from .facts import BRACKETS, IS, Known, Wording, shifted, stem, word_in_name
from .functions import Scope, table_line
from .names import NameGiver, Spelling, is_binary
from .tree import literal, name

FEW_CELLS = 64  # of a table that a sentence may say
LONGEST_LINE = 60  # characters of code that a sentence may hold


def _is_seen(mlp: Mlp, known: Known) -> Wording | None:
    """Whether a value was found that is the own one."""
    formula = mlp.function
    if not isinstance(formula, Formula) or formula.op not in ("==", "!=") or formula.shift:
        return None
    for one, other in (mlp.reads, mlp.reads[::-1]):
        head = known.steps[one]
        if not isinstance(head, CategoricalHead) or head.value != other:
            continue
        text = f"whether {known.one(one)} {IS[formula.op]} {known.one(other)}"
        reach, same = known.reach(head), formula.op == "=="
        if known.offset(head) in (-1, 1):
            side = "before" if known.offset(head) == -1 else "after"
            return Wording(text, (f"same_as_{side}" if same else f"not_as_{side}",))
        itself = head.query == head.key == head.value and head.predicate == Compare("==")
        if itself and head.score is None and reach in ("before", "after"):
            seen, new = SEEN[reach]
            return Wording(text, (seen if same else new,))
    return None


SEEN = {"before": ("seen_before", "first_time"), "after": ("comes_again", "last_time")}


def _is_positive(mlp: Mlp, known: Known) -> Wording | None:
    """Whether there is any, or none: of a count or another number."""
    formula, (read, *_) = mlp.function, mlp.reads
    if not isinstance(formula, Formula) or formula.shift or formula.op not in ("a", "not"):
        return None
    one, some, step = known.one(read), formula.op == "a", known.steps[read]
    if known.is_truth(read):
        return None if some else Wording(f"whether {one} does not hold", (f"not_{stem(one)}",))
    if not isinstance(step.out.type, Number) or (some and not is_binary(mlp.out.type)):
        return None
    text = f"whether {one} is {'above 0' if some else '0'}"
    level = known.level(read)
    if level is not None:
        word = "was" if level == "before" else "is"
        return Wording(text, (f"{word}_open" if some else f"{word}_closed",))
    if isinstance(step, CategoricalHead) and known.is_position(step.value):
        return Wording(text, (f"has_{one}" if some else f"no_{one}",))
    if not isinstance(step, NumericalHead):
        word = "positive" if some else "zero"
        return Wording(text, (f"{one}_is_{word}", f"is_{word}"))
    reach = known.reach(step)
    if one in ("same_before", "same_after") and reach in SEEN:
        return Wording(text, (SEEN[reach][0 if some else 1],))
    happened = known.is_truth(step.value) and reach in ("before", "upto")
    words = ("ever", "never") if happened else ("any", "no")
    word = words[0 if some else 1]
    return Wording(text, (f"{word}_{stem(one)}", f"{word}_{one}", f"{word}_match"))


def _formula(mlp: Mlp, known: Known) -> Wording | None:
    formula = mlp.function
    if not isinstance(formula, Formula):
        return None
    one, two = known.one(mlp.reads[0]), known.one(mlp.reads[-1])
    op, shift = formula.op, formula.shift
    target = ("target",) if known.is_target(mlp.out.name) else ()
    match op:
        case "a":
            return _copy_of(mlp, one, shift, known)
        case "+" | "-":
            text = shifted(f"{one} {'plus' if op == '+' else 'minus'} {two}", shift)
            if op == "-":
                return Wording(text, (*target, f"{one}_minus_{two}"), ("difference",))
            if one == two:
                return Wording(shifted(f"twice {one}", shift), (f"twice_{one}", "doubled"))
            heads = [known.steps[read] for read in mlp.reads]
            rules = [h.predicate if isinstance(h, NumericalHead) else None for h in heads]
            ordered = [isinstance(rule, Compare) and rule.op in ("<", ">") for rule in rules]
            ranks = ("rank",) if any(ordered) and None not in rules else ()
            return Wording(text, (*ranks, *target, f"{one}_plus_{two}"), ("sum_of_both",))
        case "*":
            text = shifted(f"{one} times {two}", shift)
            return Wording(text, (f"{one}_times_{two}",), ("product",))
        case "min" | "max":
            word = "smaller" if op == "min" else "larger"
            return Wording(shifted(f"the {word} of {one} and {two}", shift), (), (f"{word}_one",))
        case "%":
            odd = (f"odd_{one}", "is_odd") if shift == 2 else ()
            text = f"the remainder of {one} divided by {shift}"
            return Wording(text, (*odd, f"{one}_remainder"), ("remainder",))
        case "//":
            half = (f"half_{one}",) if shift == 2 else ()
            text = f"{one} divided by {shift}, rounded down"
            return Wording(text, half, (f"{one}_part", "quotient"))
        case "and" | "or":
            plain = ("both" if op == "and" else "either",)
            return Wording(f"whether {one} {op} {two}", (f"{one}_{op}_{two}",), plain)
        case "keep":
            return Wording(f"{one} where {two} holds, else 0", (f"kept_{one}",), ("kept",))
        case "not":
            first = literal(symbol(known.steps[mlp.reads[0]].out.type, 0))
            return Wording(f"whether {one} is {first}", (), (f"{one}_missing",))
        case "==" | "!=" | "<" | "<=":
            return _comparison(mlp, op, one, shifted(two, shift), known)
        case other:
            assert_never(other)


def _copy_of(mlp: Mlp, one: str, shift: int, known: Known) -> Wording:
    """A variable plus a number, or held within a range."""
    kind, source = mlp.out.type, known.steps[mlp.reads[0]]
    if shift:
        at_place = isinstance(source, CategoricalHead) and known.is_position(source.value)
        sides = ("before", "after") if at_place else ("previous", "next")
        side = sides[shift > 0] if abs(shift) == 1 else "shifted"
        return Wording(shifted(one, shift), (f"{side}_{one}",), ("shifted",))
    ends = (kind.low, kind.high) if isinstance(kind, Number) else (kind.values[0], kind.values[-1])
    low, high = ("any" if end is None else end for end in ends)
    return Wording(f"{one}, held from {low} to {high}", (f"capped_{one}",), ("capped",))


def _comparison(mlp: Mlp, op: str, one: str, two: str, known: Known) -> Wording:
    inputs = [known.is_word(read) or known.is_position(read) for read in mlp.reads]
    names: tuple[str, ...] = ()
    if any(inputs) and op in ("==", "!="):
        names = (f"{'is' if op == '==' else 'not'}_{two if inputs[0] else one}",)
    word = {"==": "equal", "!=": "different", "<": "smaller", "<=": "no_larger"}[op]
    return Wording(f"whether {one} {IS[op]} {two}", names, (f"{one}_{word}", f"is_{word}"))


def _unmatched(mlp: Mlp, known: Known) -> Wording | None:
    """Whether a closing bracket has no partner: what was opened last is none, or another one."""
    before, partner = known.called[mlp.reads[0]], {close: open for open, close in BRACKETS.items()}
    if not isinstance(mlp.function, Table) or before not in ("opener", "was_open"):
        return None
    if len(mlp.reads) != 2 or not known.is_word(mlp.reads[1]) or not is_binary(mlp.out.type):
        return None
    kinds = [known.steps[read].out.type for read in mlp.reads]
    pairs = product(*([symbol(kind, value) for value in domain(kind)] for kind in kinds))
    for (seen, word), cell in zip(pairs, mlp.function.cells, strict=True):
        wrong = word in partner and seen != (1 if before == "was_open" else partner[str(word)])
        if seen not in partner and wrong != bool(cell):  # what was opened is no closing bracket
            return None
    return Wording("whether a closing bracket has no partner", ("unmatched",))


def _table(mlp: Mlp, known: Known) -> Wording | None:
    if not isinstance(mlp.function, Table):
        return None
    reads = [known.one(read) for read in dict.fromkeys(mlp.reads)]
    of = " and ".join([", ".join(reads[:-1]), reads[-1]] if len(reads) > 1 else reads)
    noun = "flag" if is_binary(mlp.out.type) else "kind"
    own = tuple(f"{one}_{noun}" for one in reads)
    plain = (noun, *own) if len(reads) > 1 else (*own, noun)
    kinds = {read: known.steps[read].out.type for read in mlp.reads} | {mlp.out.name: mlp.out.type}
    spelling = {read: Spelling(kind, is_truth=is_binary(kind)) for read, kind in kinds.items()}
    line = None
    if len(mlp.function.cells) <= FEW_CELLS:
        scope = Scope(spelling, NameGiver(()))
        line = table_line(mlp, mlp.function.cells, lambda read: name(known.one(read)), scope)
    if line is None or len(line.text) > LONGEST_LINE:
        return Wording(f"looked up from {of}", (), plain)
    return Wording(f"whether {line}" if is_binary(mlp.out.type) else line.text, (), plain)


FORMULAS = (_is_seen, _is_positive, _formula, _unmatched, _table)


# --- words ----------------------------------------------------------------------------------------


def _word_numbers(step: Token, known: Known) -> Wording | None:
    """A number for each word, or whether it is one of some."""
    if not is_numeric(step.out.type):
        return None
    vocabulary, text = known.program.vocabulary, "a number for each word"
    numbers = [int(symbol(step.out.type, value)) for value in step.lookup]
    if set(numbers) == {-1, 0, 1}:
        return Wording(text, ("change",))
    if set(numbers) != {0, 1}:
        return Wording(text, (), ("number", "weight", "code"))
    inner = [word for word in vocabulary.words if word not in (vocabulary.begin, vocabulary.end)]
    marked = dict(zip(vocabulary.words, numbers, strict=True))
    yes = [word for word in vocabulary.words if marked[word]]
    no = [word for word in inner if not marked[word]]
    if not no:
        return Wording("whether it is a word of the input", ("is_word",))
    if len(yes) <= 2 and all(map(word_in_name, yes)):
        return Wording(text, (f"is_{'_or_'.join(map(word_in_name, yes))}",), ("is_listed",))
    name = word_in_name(no[0]) if len(no) == 1 else ""
    return Wording(text, (f"not_{name}",) if name else (), ("is_listed",))


WORDS = (_word_numbers,)
