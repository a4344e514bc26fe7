"""Personal data is taken out of a trace before it is stored: addresses, numbers and, where a person is meant, names."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chat.tracing import names
from chat.tracing.patterns import KINDS, Kind


@dataclass(frozen=True)
class Redactor:
    """What is to be taken out of everything that one run leaves behind."""

    people: tuple[str, ...] = ()
    """as they are written in the question, the longest first"""
    public: frozenset[str] = frozenset()
    """personal data that the documents publish, normalised: it stays"""

    def text(self, text: str) -> str:
        for kind in KINDS:
            text = kind.replaced(text, self.public)
        return names.replaced(text, self.people)

    def plain(self, value: Any) -> Any:
        """The same for every string inside of a JSON value; keys stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {key: self.plain(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.plain(inner) for inner in value]
        return value


def redactor(said: Collection[str], published: Iterable[str], *, about_a_person: bool) -> Redactor:
    """`said` is what the user wrote, `published` what the documents say.

    What is written in both is taken out: it must not be guessed back from the answer.
    """
    own = {found for text in said for found in _found(text)}
    public = frozenset(found for text in published for found in _found(text)) - own
    people = {person for text in said for person in names.people(text)} if about_a_person else set()
    return Redactor(tuple(sorted(people, key=lambda person: (-len(person), person))), public)


def _found(text: str) -> Iterator[str]:
    kinds: tuple[Kind, ...] = KINDS
    return (value for kind in kinds for value in kind.found(text))
