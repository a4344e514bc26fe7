"""Whether a question asks when, and whether a text says it: of an examination what it counts is no date."""

import re
from functools import lru_cache

from chat.agent.answers.answer_kinds import KINDS, kinds_in
from chat.agent.understanding.wordings import any_of, word
from knowledge.text.dates import academic_years, names_day
from knowledge.text.months import NAMES
from knowledge.text.terms import fold

_ASKED = re.compile(rf"^\W*(?:{any_of('when', 'before')}\W+)*{any_of('when', 'asked')}\b")
# Whatever stands before it: written so it is no conjunction.
_ACCENTED = re.compile(r"\bcuándo\b", re.IGNORECASE)
_TOLD = word("when", "told")
_MONTH = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")
_TIMES = ("time of day", "day", "weekday", "duration", "year")


def asks_when(question: str) -> bool:
    return bool(_ASKED.search(fold(question)) or _ACCENTED.search(question))


@lru_cache(maxsize=8192)
def tells_when(text: str) -> bool:
    """An academic year alone is no date."""
    for year in reversed(academic_years(text)):
        text = f"{text[: year.start]} {text[year.end :]}"
    kinds = {kind for kind, stands in zip(KINDS, kinds_in(text), strict=True) if stands}
    folded = fold(text)
    return not kinds.isdisjoint(_TIMES) or names_day(text) or bool(_MONTH.search(folded) or _TOLD.search(folded))
