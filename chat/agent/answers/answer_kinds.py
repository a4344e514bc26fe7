"""What kind of thing a question asks for, a price or a person's name, and which kinds stand in a text.

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

from knowledge.text.dates import DATE
from knowledge.text.months import WEEKDAYS
from knowledge.text.numbers import ANY_COUNT, UNITS
from knowledge.text.terms import fold

Vector = NDArray[np.float32]
WEIGHTS = Path(__file__).with_name("answer_kinds.npz")
CURRENCIES = Path(__file__).with_name("currencies.toml")
_SIGNS = "€$£¥¢₡₣₤₦₩₪₫₭₮₱₲₴₵₸₹₺₽₿"
KINDS = (
    "money", "share", "time of day", "day", "year", "weekday", "duration", "number", "e-mail", "telephone", "address",
    "name", "code",
)  # fmt: skip
SURE = ("money", "e-mail")
"""of which hardly any is written in a way that is not told"""
SURELY_ASKED = 0.7
_PERIODS = {"minute", "hour", "day", "week", "month", "year"}


def _money() -> re.Pattern[str]:
    """Signs and codes of currencies, their words behind a number; and that it costs nothing."""
    stored = tomllib.loads(CURRENCIES.read_text(encoding="utf-8"))
    words, codes, nothing = ("|".join(map(re.escape, stored[name])) for name in ("words", "codes", "nothing"))
    return re.compile(rf"[{_SIGNS}]|(?<!\w)(?:{codes}|(?i:{nothing})|\d[\d.,]{{0,12}}+ (?i:{words}))(?!\w)")


_PATTERNS = {
    "money": _money(),
    "share": re.compile(r"\d ?%|\bpor ?cento?\b|\bpor ciento\b|\bper ?cent\b"),
    "time of day": re.compile(r"\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2} ?(?:h|horas|[ap]\.? ?m\.?)\b"),
    "year": re.compile(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]\d)"),
    "e-mail": re.compile(r"\w ?(?:@|[\[(](?:at|arroba|a)[\])]) ?\w"),
    "telephone": re.compile(r"(?<!\w)\+?\d[\d ()./-]{7,}\d\b"),
    "address": re.compile(r"https?://|\bwww\.|\b\w+\.(?:gal|es|com|org|net|edu)\b"),
    "name": re.compile(
        r"(?<![.!?:\n] )(?<!^)\b[A-ZÁÉÍÓÚÑÜÇ][a-záéíóúñüç]+ (?:(?:de|da|do|del|la|van|von|of) )*[A-ZÁÉÍÓÚÑÜÇ][\w-]+"
    ),
    "code": re.compile(r"\b(?=[\w.-]*\d)(?=[\w.-]*[A-Z])[A-Z\d][\w.-]*[A-Z\d]\b"),
}  # fmt: skip
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[€$£%]")


@lru_cache(maxsize=8192)
def kinds_in(text: str) -> tuple[bool, ...]:
    """For each of KINDS, whether it stands there."""
    found = {kind for kind, pattern in _PATTERNS.items() if pattern.search(text)}
    if DATE.search(text):
        found.add("day")
    before = False
    for match in _WORD.finditer(text):
        word = fold(match[0])
        is_count = word[0].isdigit() or word in ANY_COUNT
        unit = UNITS.get(word)
        if is_count:
            found.add("number")
        elif word in WEEKDAYS:
            found.add("weekday")
        elif before and unit in _PERIODS:
            found.add("duration")
        elif before and unit == "eur":
            found.add("money")
        before = is_count
    return tuple(kind in found for kind in KINDS)


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
