"""In how many ways an entry of the catalogue may be called."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from knowledge.catalogue.snapshot import Catalogue, CourseEntry, PersonEntry, ProgrammeEntry
from knowledge.catalogue.words import name_words, words_of

Kind = Literal["programme", "course", "person"]
Sort = Literal["code", "name", "alias", "acronym", "family", "surname", "given"]

_DEGREES = frozenset("grado grao bachelor bachelors degree master mestrado doctorado doutoramento phd".split())
_MAX_ACRONYM_LETTERS = 6
_MIN_OWN_ACRONYM_LETTERS = 3


@dataclass(frozen=True)
class Form:
    words: tuple[str, ...]
    """folded, without articles and prepositions"""
    kind: Kind
    key: str
    sort: Sort
    """family: the name without its numeral, which its sisters share; surname and given: of a person, alone"""


def forms(catalogue: Catalogue) -> Iterator[Form]:
    for programme in catalogue.programmes.values():
        yield from _programme(programme)
    for course in catalogue.courses.values():
        yield from _course(course)
    for person in catalogue.people.values():
        yield from _person(person)


def _programme(entry: ProgrammeEntry) -> Iterator[Form]:
    yield _code(entry.code, "programme", entry.code)
    for name in entry.names.values():
        words = name_words(name)
        yield Form(words, "programme", entry.code, "name")
        rest = tuple(word for word in words if word not in _DEGREES)
        if 1 < len(rest) < len(words):
            yield Form(rest, "programme", entry.code, "name")
    for alias in entry.aliases:
        yield _alias(alias, "programme", entry.code)


def _course(entry: CourseEntry) -> Iterator[Form]:
    yield _code(entry.code, "course", entry.code)
    for name in entry.names.values():
        yield from _course_name(name, entry.code)
    for alias in entry.aliases:
        yield _alias(alias, "course", entry.code)


def _course_name(name: str, code: str) -> Iterator[Form]:
    words = name_words(name)
    yield Form(words, "course", code, "name")
    if len(words) > 1 and words[-1].isdigit():
        yield Form(words[:-1], "course", code, "family")
    elif len(words) > 2:  # "Ética e Dereito" for "Ética e Dereito da Informática"
        yield from (Form(words[:count], "course", code, "name") for count in range(2, len(words)))
    if len(words) >= _MIN_OWN_ACRONYM_LETTERS:
        yield Form(("".join(word[0] for word in words),), "course", code, "acronym")


def _code(text: str, kind: Kind, key: str) -> Form:
    words = tuple(word.folded for word in words_of(text))
    telling = len(words) > 1 or any(letter.isdigit() for letter in text)
    return Form(words, kind, key, "code" if telling else "acronym")


def _alias(text: str, kind: Kind, key: str) -> Form:
    is_acronym = len(text) <= _MAX_ACRONYM_LETTERS and text.isalnum() and text == text.upper()
    return Form(name_words(text), kind, key, "acronym" if is_acronym else "alias")


def _person(entry: PersonEntry) -> Iterator[Form]:
    """Of three words or more the last two are surnames, as is usual here."""
    words = name_words(entry.name)
    count = 2 if len(words) > 2 else 1
    given, surnames = words[:-count], words[-count:]
    yield Form(words, "person", entry.identifier, "name")
    if given:
        yield Form((*given, surnames[0]), "person", entry.identifier, "name")
        yield Form((given[0], surnames[0]), "person", entry.identifier, "name")
        yield Form((given[0],), "person", entry.identifier, "given")
    if len(surnames) > 1:
        yield Form(surnames, "person", entry.identifier, "name")
    yield Form(surnames[:1], "person", entry.identifier, "surname")
    for alias in entry.aliases:
        yield Form(name_words(alias), "person", entry.identifier, "name")
