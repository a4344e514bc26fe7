"""Words that stand against one another: "and in August?" after a question about July means the same, in August."""

import re

from chat.agent.understanding.wordings import any_of, table
from knowledge.text import months
from knowledge.text.numbers import ANY_COUNT
from knowledge.text.terms import fold

# Beginnings of folded words; a question names one of a line, its continuation another.
PARALLELS = (
    *map(tuple, table("parallels")["lines"]),
    (*" ".join(months.NAMES).split(), *table("parallels")["seasons"]),
    tuple(months.WEEKDAYS),
)
_AMOUNT = re.compile(
    rf"\b(?:\d+|a|{'|'.join(ANY_COUNT)}|d[uú]as)[ -]{any_of('parallels', 'stretches')}\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


def swapped(asked: str, piece: str) -> str:
    """The question with the piece's words in place of those that they stand against; empty where there are none."""
    result = asked
    if amount := _AMOUNT.search(piece):
        result = _AMOUNT.sub(amount.group(), result, count=1)
    for match in _WORD.finditer(piece):
        line = _line_of(match.group())
        place = next((one for one in _WORD.finditer(result) if line and _line_of(one.group()) == line), None)
        if place:
            result = result[: place.start()] + match.group() + result[place.end() :]
    return result if result != asked else ""


def has_parallels(word: str) -> bool:
    """Whether it is one of a line, such as a month."""
    return bool(_line_of(word))


def _line_of(word: str) -> tuple[str, ...]:
    folded = fold(word)
    return next((line for line in PARALLELS if any(_begins(folded, start) for start in line)), ())


def _begins(word: str, start: str) -> bool:
    # A short beginning must be the whole word, its plural, or a part that a hyphen parts.
    return (
        word == start
        or word == start + "s"
        or word.startswith(start + "-")
        or (len(start) > 4 and word.startswith(start))
    )
