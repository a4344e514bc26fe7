"""Personal data is taken out of a trace before it is stored: addresses, numbers and, where a person is meant, names."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chat.tracing import names
from chat.tracing.patterns import KINDS


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


def redactor(
    said: Collection[str], left: Collection[str], published: Iterable[str], *, about_a_person: bool
) -> Redactor:
    """`said` is what the user wrote, `left` what else the run leaves behind, `published` what the documents say.

    What the documents publish may stay, unless the user wrote it too: it must not be guessed back from the answer.
    """
    own = {found for text in said for found in _found(text)}
    doubtful = {found for text in left for found in _found(text)} - own
    # The documents are long: they are read only where there is something to be looked up in them.
    public = doubtful & {found for text in published for found in _found(text)} if doubtful else set()
    people = {person for text in said for person in names.people(text)} if about_a_person else set()
    return Redactor(tuple(sorted(people, key=lambda person: (-len(person), person))), frozenset(public))


def strings(value: Any) -> Iterator[str]:
    """Every string inside of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def _found(text: str) -> Iterator[str]:
    return (value for kind in KINDS for value in kind.found(text))
