"""Numbers and codes of a text, in a form in which 1,5 is 1.5, 25.570 is 25,570 and "tres" is 3."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from knowledge.text.numbers import AMBIGUOUS, AND, ANY_COUNT, ANY_ORDINAL, COUNTS, ORDINALS, ROMAN, UNITS
from knowledge.text.terms import fold

Kind = Literal["number", "date", "name", "code"]


@dataclass(frozen=True)
class Atom:
    """Something that must stand in the source as it stands in the answer."""

    kind: Kind
    text: str
    keys: frozenset[str]
    """ways of saying it; a source that has one of them has it"""


ADDRESS = re.compile(
    r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+|(?:https?://|www\.)[^\s<>()\[\]]+[^\s<>()\[\].,;:!?]", re.IGNORECASE
)
CODE = re.compile(
    r"\b[A-Z]{1,5}-?\d++(?:[./-]\w++)*+\b|\b(?=[^\W\d]*+\d[^\WA-Za-z]*+[A-Za-z][^\W\d]*+\d|\d{3,}+[A-Za-z])\w{4,}\b|\b\d{1,4}/\d{2,4}(?:/[A-Z]{2,4})?\b"
)
PHONE = re.compile(r"(?:\+\d{2,3}[ .]?)?(?<!\d)\d{3}[ .]?\d{2,3}[ .]?\d{2,3}(?:[ .]?\d{2,3})?(?![\d.,]?\d)")
ORDINAL = re.compile(r"\b(\d{1,2})\s?(?:\.?[ºª°]|st\b|nd\b|rd\b|th\b)")
NUMBER = re.compile(r"(?<![\w.,])\d++(?:[.,\u00a0\u202f]\d{3}(?!\d))*+(?:[.,]\d++)*+")
UNIT = re.compile(r"[\s\u00a0]*(por ?cento?\b|per ?cent\b|por ciento\b|%|€|[°º]C|[^\W\d_]+)", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]+")
_ROMAN = re.compile(r"(?<=[\wáéíóú] )(?:X{0,2}(?:IX|IV|V?I{1,3}|V)|X{1,2})\b(?!\.\w)")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def readings(digits: str) -> frozenset[str]:
    """The values that the digits may mean: "25.570" is 25570 and 25.57, for a separator is read by its language."""
    text = re.sub(r"[\u00a0\u202f]", "", digits)
    found = set()
    if _THOUSANDS.fullmatch(text):
        found.add(re.sub(r"[.,]", "", text))
    *wholes, last = re.split(r"[.,]", text)
    if len(wholes) < 2 or len(set(re.sub(r"\d", "", text))) > 1:
        decimals = last.rstrip("0") if wholes else ""
        found.add("".join(wholes or [last]) + (f".{decimals}" if decimals else ""))
    return frozenset(value.lstrip("0") or "0" for value in found or {text})


def unit_after(text: str, end: int) -> str:
    found = UNIT.match(text, end)
    word = fold(found.group(1)) if found else ""
    return "%" if word.startswith(("por", "per")) and "c" in word else UNITS.get(word, "")


def numbers(text: str, language: str = "") -> Iterator[tuple[int, int, frozenset[str], str]]:
    """Start, end, readings and unit of each, in figures or words; without a language the words of all three count."""
    for match in NUMBER.finditer(text):
        yield *match.span(), readings(match.group().rstrip(".,")), unit_after(text, match.end())
    yield from _in_words(text, language)
    for match in _ROMAN.finditer(text):
        if match.group() in ROMAN and not (match.group() == "I" and language == "en"):
            yield *match.span(), frozenset({str(ROMAN[match.group()])}), ""


def _in_words(text: str, language: str) -> Iterator[tuple[int, int, frozenset[str], str]]:
    counts = COUNTS.get(language, ANY_COUNT)
    ordinals = ORDINALS if language else ANY_ORDINAL
    said = [(match.start(), match.end(), fold(match.group())) for match in WORD.finditer(text)]
    place = 0
    while place < len(said):
        start, end, word = said[place]
        value = counts.get(word, ordinals.get(word, -1))
        place += 1
        if value < 0 or (language and (word in AMBIGUOUS or (word in ORDINALS and value == 1))):
            continue
        if 20 < value < 100 and value % 10 == 0:
            skip = 1 if place + 1 < len(said) and said[place][2] in AND else 0
            ones = counts.get(said[place + skip][2], 0) if place + skip < len(said) else 0
            if 0 < ones < 10:
                value, end, place = value + ones, said[place + skip][1], place + skip + 1
        if place < len(said) and value < 1000 and said[place][2] in ("mil", "thousand", "hundred"):
            value, end, place = value * ANY_COUNT[said[place][2]], said[place][1], place + 1
        yield start, end, frozenset({str(value)}), unit_after(text, end)
