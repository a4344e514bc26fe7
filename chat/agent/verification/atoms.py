"""What of a sentence must stand in its source: numbers, dates, names, codes and addresses."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from chat.agent.verification import dates
from chat.agent.verification.dates import MONTHS
from chat.agent.verification.figures import ADDRESS, CODE, ORDINAL, PHONE, Atom, numbers
from knowledge.text.months import WEEKDAYS
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, folded_in_place

_NAME_WORD = re.compile(r"(?<![\w@./'’-])[A-ZÁÉÍÓÚÑÜÇÂÊÔÀ][\w'’]*(?:-\w+)*")
# After these a capital says nothing: a sentence, a label, a quotation begins.
_OPENS = re.compile(r"(?:^|\n|[.!?:…]\s|[«“\"'(¿¡—–·\[•]\s*|\s-\s)$")
_RANGE = re.compile(r"\b(\d+(?:[.,]\d+)?)\s?(?:-|–|a|e|y|o|ou|and|or|to|ó)\s?(?=\d)")

Taken = tuple[int, int, Atom]
"""with where it starts and ends"""


@lru_cache(maxsize=4096)
def of_claim(text: str, language: str) -> tuple[Atom, ...]:
    """Nothing is counted twice: the 12 of a date is no number."""
    found: list[Atom] = []
    for kind in (_addresses, _dates, _codes):
        taken = [*kind(text)]
        found += [atom for _start, _end, atom in taken]
        text = _without(text, taken)
    return tuple(dict.fromkeys([*found, *_numbers(text, language), *_names(text)]))


def _without(text: str, taken: Sequence[Taken]) -> str:
    for start, end, _atom in taken:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _addresses(text: str) -> Iterator[Taken]:
    yield from _coded(text, ADDRESS, _address)
    yield from _coded(text, PHONE, _phone)


def _dates(text: str) -> Iterator[Taken]:
    for start, end, keys in dates.of_claim(folded_in_place(text)):
        yield start, end, Atom("date", text[start:end].strip(), keys)


def _codes(text: str) -> Iterator[Taken]:
    return _coded(text, CODE, _code)


def _coded(text: str, pattern: re.Pattern[str], key: Callable[[str], str]) -> Iterator[Taken]:
    for match in pattern.finditer(text):
        if known := key(match[0]):
            yield *match.span(), Atom("code", match[0], frozenset({known}))


def _ordinals(text: str) -> Iterator[Taken]:
    for match in ORDINAL.finditer(text):
        yield *match.span(), Atom("number", match[0], frozenset({f"n:{int(match[1])}"}))


def _address(text: str) -> str:
    return "address:" + re.sub(r"^https?://(www\.)?|^www\.", "", text.casefold()).rstrip("/.")


def _phone(text: str) -> str:
    """Empty for fewer digits than a telephone number has."""
    digits = re.sub(r"\D", "", text)
    return f"phone:{digits[-9:]}" if len(digits) >= 9 else ""


def _code(text: str) -> str:
    return f"code:{text.casefold().replace('–', '-')}"


def _numbers(text: str, language: str) -> Iterator[Atom]:
    taken = [*_ordinals(text)]
    yield from (atom for _start, _end, atom in taken)
    rest = _without(text, taken)
    for start, end, values, unit in numbers(rest, language):
        # Where the source gives no unit (a cell, a list), the number alone must do.
        with_unit = {f"n:{value} {mark}" for value in values for mark in (unit, "?")}
        yield Atom("number", rest[start:end], frozenset(with_unit if unit else {f"n:{value}" for value in values}))


def _names(rest: str) -> Iterator[Atom]:
    """Each word of a name. At the start of a sentence it is one only if the sources know it so."""
    before = 0
    for match in _NAME_WORD.finditer(rest):
        word = fold(match.group())
        # What opens a sentence is no further back than the last name.
        opens = {"perhaps"} if _OPENS.search(rest, before, match.start()) else set()
        before = match.start()
        if len(word) < 2 or word in STOPWORDS or word in MONTHS or word in WEEKDAYS:
            continue
        yield Atom("name", match.group(), frozenset({f"name:{word}"} | opens))


def proper_names(text: str) -> Iterator[str]:
    """Folded words with a capital where none is due."""
    first = len(text) - len(text.lstrip())
    for match in _NAME_WORD.finditer(text):
        if match.start() > first and not _OPENS.search(text, max(0, match.start() - 4), match.start()):
            yield fold(match.group())


@lru_cache(maxsize=20_000)
def of_source(text: str) -> frozenset[str]:
    """Every key that a text can serve, generously read; names are looked up among its words instead."""
    found = set(dates.of_source(folded_in_place(text)))
    for kind in (_addresses, _codes, _ordinals):
        found = found.union(*(atom.keys for _start, _end, atom in kind(text)))
    for _start, _end, values, unit in numbers(text):
        found |= {key for value in values for key in (f"n:{value}", f"n:{value} {unit or '?'}")}
    # The first of a range has the unit of the second.
    found |= {f"n:{match[1].replace(',', '.')} ?" for match in _RANGE.finditer(text)}
    return frozenset(found)
