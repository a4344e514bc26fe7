"""Entries of the catalogue as sources: how they are cited, shown, and read beside the documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

from django.urls import reverse
from django.utils.translation import gettext, override

from knowledge.catalogue import statements
from knowledge.catalogue.snapshot import Catalogue
from knowledge.catalogue.statements import FactKind, Statement
from knowledge.retrieval.config import Passage, SectionBlock
from knowledge.text.language import LANGUAGES

EntryKind = Literal["course", "person"]
_NAME = re.compile(rf"catalogue/(course|person)/([^/]+)/({'|'.join(LANGUAGES)})")


@dataclass(frozen=True)
class EntryName:
    """One entry in one language."""

    kind: EntryKind
    key: str
    """code or identifier"""
    language: str

    def __str__(self) -> str:
        """What stands in a citation where that of a document has its external id."""
        return f"catalogue/{self.kind}/{self.key}/{self.language}"

    @classmethod
    def parse(cls, text: str) -> EntryName | None:
        """None for what names no entry, such as a document."""
        match = _NAME.fullmatch(text)
        return cls(cast(EntryKind, match[1]), match[2], match[3]) if match else None

    @property
    def url(self) -> str:
        """Of the page that shows the entry."""
        return reverse("catalogue-entry", args=[self.kind, self.key, self.language])


@dataclass(frozen=True)
class Entry:
    name: EntryName
    statement: Statement

    @property
    def title(self) -> str:
        """ "Catalogue: Databases", in the entry's language."""
        with override(self.name.language):
            return str(gettext("Catalogue: %(name)s")) % {"name": self.statement.name}

    @cached_property
    def text(self) -> str:
        """A line for each fact."""
        return "\n".join(fact.line for fact in self.statement.facts)

    def spans(self) -> Iterator[tuple[FactKind, int, int]]:
        """Which fact stands where in the text."""
        start = 0
        for fact in self.statement.facts:
            yield fact.kind, start, start + len(fact.line)
            start += len(fact.line) + 1

    def passage(self, number: int, score: float, dense: float) -> Passage:
        """As evidence. It has no rows in the tables of documents: `number` tells it apart in one list only."""
        origin = self.statement.origin
        return Passage(
            chunk_id=-number,
            document_id=-number,
            document=str(self.name),
            title=self.title,
            section_id=-number,
            section=self.statement.name,
            section_text=self.text,
            start=0,
            end=len(self.text),
            page=None,
            page_breaks=(),
            text=self.text,
            score=score,
            dense=dense,
            lexical=0.0,
            language=self.name.language,
            academic_year=origin.academic_year,
            dated=origin.dated,
            url=origin.url,
            blocks=tuple(SectionBlock("pair", start, end, 0) for _kind, start, end in self.spans()),
        )


def is_entry(passage: Passage) -> bool:
    """Whether it is an entry of the catalogue rather than a part of a document."""
    return passage.document_id < 0


def find(name: EntryName, catalogue: Catalogue) -> Entry | None:
    """None where the catalogue has no such entry, or no longer."""
    if name.kind == "course":
        course = catalogue.courses.get(name.key)
        return Entry(name, statements.of_course(course, catalogue, name.language)) if course else None
    person = catalogue.people.get(name.key)
    return Entry(name, statements.of_person(person, catalogue, name.language)) if person else None
