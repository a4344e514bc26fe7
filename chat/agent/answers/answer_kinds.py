"""What kind of thing a question asks for, a price, a day or a person's name, and which kinds stand in a text.

What is asked for is learnt: training/answer_kinds.py fits it on the answers of questions, so no list of question words
has to know every way of asking in every language.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chat.agent.understanding.wordings import any_of, word
from knowledge.text.dates import DATE, academic_years, names_day
from knowledge.text.months import NAMES, WEEKDAYS
from knowledge.text.numbers import ANY_COUNT, UNITS
from knowledge.text.terms import fold

Vector = NDArray[np.float32]
WEIGHTS = Path(__file__).with_name("answer_kinds.npz")
KINDS = (
    "money", "share", "time of day", "day", "year", "weekday", "duration", "number", "e-mail", "telephone", "address",
    "name", "code",
)  # fmt: skip
SURE = ("money", "e-mail")
"""of which hardly any is written in a way that is not told"""
SURELY_ASKED = 0.7
_PERIODS = {"minute", "hour", "day", "week", "month", "year"}
_STORED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_WORDS, _CODES, _NOTHING = ("|".join(map(re.escape, _STORED["money"][key])) for key in ("words", "codes", "nothing"))
_PATTERNS = {kind: re.compile(pattern) for kind, pattern in _STORED["patterns"].items()}
# Signs and codes of currencies, their words behind a number; and that it costs nothing.
_PATTERNS["money"] = re.compile(
    rf"[{_STORED['money']['signs']}]|(?<!\w)(?:{_CODES}|(?i:{_NOTHING})|\d[\d.,]{{0,12}}+ (?i:{_WORDS}))(?!\w)"
)
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[€$£%]")
_ASKS_WHEN = re.compile(rf"^\W*(?:{any_of('when', 'before')}\W+)*{any_of('when', 'asked')}\b")
# Whatever stands before it: written so it is no conjunction.
_ACCENTED = re.compile(r"\bcuándo\b", re.IGNORECASE)
_TELLS_WHEN = word("when", "told")
_MONTH = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")
_TIMES = ("time of day", "day", "weekday", "duration", "year")


@lru_cache(maxsize=8192)
def kinds_in(text: str) -> frozenset[str]:
    """Those of KINDS that stand there."""
    found = {kind for kind, pattern in _PATTERNS.items() if pattern.search(text)}
    if DATE.search(text):
        found.add("day")
    before = False
    for match in _WORD.finditer(text):
        said = fold(match[0])
        is_count = said[0].isdigit() or said in ANY_COUNT
        unit = UNITS.get(said)
        if is_count:
            found.add("number")
        elif said in WEEKDAYS:
            found.add("weekday")
        elif before and unit in _PERIODS:
            found.add("duration")
        elif before and unit == "eur":
            found.add("money")
        before = is_count
    return frozenset(found)


def without_kinds(text: str, kinds: Iterable[str]) -> str:
    """A blank instead of what stands there of these kinds, which have patterns."""
    for kind in kinds:
        text = _PATTERNS[kind].sub(" ", text)
    return text


@cache
def _weights() -> tuple[Vector, Vector, Vector]:
    stored = np.load(WEIGHTS)
    return stored["weights"], stored["bias"], stored["shares"]


def expected(vector: Vector) -> tuple[Vector, Vector]:
    """Of a question's vector: the probability of each kind to stand in its answer, and in answers in general."""
    weights, bias, shares = _weights()
    return 1 / (1 + np.exp(-(vector @ weights + bias))), shares


def surely_asked(vector: Vector) -> tuple[str, ...]:
    """Those of SURE that a question's answer must have: a price, an address of mail.

    None that another kind is likelier than: "how much is the exam worth" asks for a share.
    """
    probabilities, _shares = expected(vector)
    likeliest = max(one for kind, one in zip(KINDS, probabilities, strict=True) if kind != "number")
    least = max(SURELY_ASKED, likeliest)
    return tuple(kind for kind in SURE if probabilities[KINDS.index(kind)] >= least)


def asks_when(question: str) -> bool:
    return bool(_ASKS_WHEN.search(fold(question)) or _ACCENTED.search(question))


@lru_cache(maxsize=8192)
def tells_when(text: str) -> bool:
    """An academic year alone is no date, nor is what an examination counts."""
    for year in reversed(academic_years(text)):
        text = f"{text[: year.start]} {text[year.end :]}"
    folded = fold(text)
    is_told = _MONTH.search(folded) or _TELLS_WHEN.search(folded)
    return bool(is_told) or names_day(text) or not kinds_in(text).isdisjoint(_TIMES)
