"""The patterns of names and sentences for each kind of step, and their words.

A pattern is a sentence, then names, the best first. Its slots are filled by `HeadWords` and, for
functions, in `facts`.
"""

from __future__ import annotations

PATTERNS = {  # a sentence, then names, the best first; {tail}: where a head looks
    "shift": ("the {steps}, else the first", "{shifted}"),
    "mark": ("the {value} at the {mark} position", "{mark}_{noun}"),
    "at": ("the {value}{at}, else the first", "{found}_{aim}", "{nearest}_{aim}"),
    "copy": ("the {value} of {place}{where}{otherwise}", "{noun}_{tail}", "{noun}_{by}"),
    "best key": (
        "the {best} {key} of the {positions}{only}{misses}",
        "{best}_{key}{suffix}",
        "{best}{suffix}",
    ),
    "best": (
        "the {value} of {place} with the {best} {key}{those}{otherwise}",
        "{noun}_of_{best}_{key}",
        "{noun}_of_{best}",
        "{best}",
    ),
    "word": ("how often {word} occurs{occurs}{clipped}", "{word_count}{suffix}"),
    "flag": ("the number of {positions}{flagged}{clipped}",),
    "all": ("the {sum} {positions}{clipped}", "{length}", "{total}{suffix}", "{short}{suffix}"),
    "sum": (
        "the {sum} {positions}{where}{clipped}",
        "{total}_{tail}{suffix}",
        "{total}_{tail}",
        "{short}_{tail}",
        "{short}_{by}",
    ),
    # A: that a holds; sa: what a is about
    "+": ("{a} + {b}", "{a}_plus_{b}", "total"),
    "-": ("{a} - {b}", "{a}_minus_{b}", "difference"),
    "*": ("{a} * {b}", "{a}_times_{b}", "product"),
    "min": ("the smaller of {a} and {b}", "min_of_{a}_{b}", "smaller"),
    "max": ("the larger of {a} and {b}", "max_of_{a}_{b}", "larger"),
    "%": ("the remainder of {a} divided by {n}", "{a}_mod_{n}", "remainder"),
    "//": ("{a} divided by {n} and rounded down", "{a}_div_{n}", "quotient"),
    "==": ("whether {a} is {b}", "is_{b}", "is_equal"),
    "!=": ("whether {a} is not {b}", "is_not_{b}", "is_different"),
    "<": ("whether {a} is below {b}", "is_{a}_below_{b}", "is_below"),
    "<=": ("whether {a} is at most {b}", "is_{a}_at_most_{b}", "is_at_most"),
    "and": ("whether {A} and {B}", "{ends}", "is_{sa}_and_{sb}", "is_both"),
    "or": ("whether {A} or {B}", "is_{sa}_or_{sb}", "is_either"),
    "a": ("{a}", "{cap}_{a}"),
    "+n": ("{a}", "{a}_plus_{n}", "shifted"),
    "always": ("always {c}", "always_{nc}"),
    "twice": ("2 * {a}", "twice_{a}", "twice"),
    "odd": ("whether {a} is odd", "is_odd_{a}", "is_odd"),
    "even": ("whether {m} is even", "is_even_{m}", "is_even"),
    "multiple": (
        "whether {m} is a multiple of {k}",
        "is_{m}_multiple_of_{k}",
        "is_multiple_of_{k}",
    ),
    "is c": ("whether {a} is {b}", "is_{a}_{nb}", "is_{nb}", "is_equal"),
    "above": ("whether {a} is above {n}", "is_{a}_above_{n}", "is_above_{n}"),
    "at most": ("whether {m} is at most {k}", "is_{m}_at_most_{k}", "is_at_most_{k}"),
    "any": ("whether {a} is above 0", "is_ever_{ever}", "is_any_{sa}", "is_any"),
    "not": ("whether {not_A}", "is_never_{ever}", "is_no_{sa}", "is_none"),
    "keep": ("{a} if {B}; else {zero}", "kept_{a}", "kept"),
}
IDIOMS = {  # names that say more than the formula of one
    "sum_of_change_so_far": "depth",
    "sum_of_change_before": "level",
    "token_below_level": "opener",
    "token_after_same_token": "induction",
    "is_any_(depth|level)": "is_open",
    "is_no_(depth|level)": "is_closed",
    "is_ever_count|is_token_of_same": "is_repeated",
    "is_never_count|is_not_token_of_same": "is_new",
    r"\w+_plus_count_of_(\w+_of_)?(smaller|larger)(_\w+)?": "rank",
}
OPS = {  # with a value, in a name, with this value, of positions
    "==": ("is", "same", "the same", ""),
    "!=": ("is not", "other", "another", ""),
    "<": ("is below", "smaller", "a smaller", "before here"),
    "<=": ("is at most", "no_larger", "no larger", "up to here"),
    ">": ("is above", "larger", "a larger", "after here"),
    ">=": ("is at least", "no_smaller", "no smaller", "from here on"),
}
REACH = {  # at the end of a name, before "position" and after it
    "all": ("", "", ""),
    "upto": ("_so_far", "", " so far"),
    "before": ("_before", "earlier ", ""),
    "after": ("_after", "later ", ""),
}
