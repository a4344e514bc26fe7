"""The passages that were retrieved, as units that can be quoted, each with what it says of figures and names; and which
of them an answer cites, word for word."""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from chat.agent.answers.passages import Quote, is_fragment, units
from chat.agent.events import Citation
from chat.agent.verification import atoms, dates
from knowledge.models import page_at
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold, folded_words, words

# So many sentences before it are read with a sentence, for whom or what they are about.
BEFORE = 2
# Forgiven in a quotation, for the stored text is then quoted instead.
_SOFT = "[\u00ad\u200b\u2060]?"


@dataclass(frozen=True, eq=False)
class Unit(Quote):
    """A sentence, row or item of a section."""

    lead: str = ""
    """what stands before it and says whom or what it is about"""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unit) and self.place == other.place

    def __hash__(self) -> int:
        return hash(self.place)

    @cached_property
    def heading(self) -> str:
        passage = self.passage
        headings = f"{passage.title} {passage.path} {passage.section}"
        # Of its date only the year: the day is no number that it says.
        year = passage.dated.year if passage.dated else ""
        return f"{headings} {passage.academic_year} {year} {passage.document}"

    @cached_property
    def figures(self) -> frozenset[str]:
        return atoms.of_source(self.text)

    @cached_property
    def headed(self) -> frozenset[str]:
        return atoms.of_source(self.heading).union(dates.of_source(str(self.passage.dated or "")))

    @property
    def keys(self) -> frozenset[str]:
        return self.figures | self.headed

    @cached_property
    def said(self) -> frozenset[str]:
        """Its words, and those of its headings and of what leads to it."""
        return folded_words(f"{self.text} {self.heading} {self.lead}")


@dataclass(frozen=True)
class Sources:
    """All that may be cited in an answer."""

    evidence: tuple[Passage, ...]
    language: str
    """of the answer"""
    given: tuple[Citation, ...] = ()
    """what the answer cites; it may stand nowhere"""

    @cached_property
    def cited(self) -> Mapping[int, tuple[Citation, Unit]]:
        """By its number, what stands in a passage: its page and its words are those that are stored."""
        return {one.number: found for one in self.given if (found := _placed(one, self.evidence))}

    @cached_property
    def sections(self) -> dict[int, tuple[Unit, ...]]:
        """By section id; passages of the same section share it."""
        found: dict[int, tuple[Unit, ...]] = {}
        for passage in self.evidence:
            found.setdefault(passage.section_id, tuple(_units(passage)))
        return found

    @cached_property
    def all(self) -> tuple[Unit, ...]:
        return tuple(chain.from_iterable(self.sections.values()))

    @cached_property
    def names(self) -> frozenset[str]:
        """Words that are written with a capital inside a sentence, and never without."""
        texts = {passage.section_id: f"{passage.title}\n{passage.section_text}" for passage in self.evidence}
        small = {fold(word) for text in texts.values() for word in words(text) if word[0].islower()}
        return frozenset(name for text in texts.values() for name in atoms.proper_names(text)) - small

    def units(self, numbers: Sequence[int]) -> tuple[Unit, ...]:
        """What is quoted, as units of the section; the quotation itself where it is more or less than that."""
        found: list[Unit] = []
        for _citation, quoted in (self.cited[number] for number in numbers if number in self.cited):
            inside = [unit for unit in self.sections[quoted.passage.section_id] if unit.overlaps(quoted)]
            found += [replace(quoted, lead=inside[0].lead if inside else ""), *inside]
        return tuple(dict.fromkeys(found))


def _placed(citation: Citation, evidence: Sequence[Passage]) -> tuple[Citation, Unit] | None:
    """None where no passage that was retrieved has the quote."""
    own = [one for one in evidence if one.document_id == citation.document_id]
    own.sort(key=lambda one: (one.chunk_id != citation.chunk_id, one.section != citation.section))
    for passage in own:
        if span := _found(citation.quote, passage):
            unit = Unit(passage, *span)
            page = page_at([list(pair) for pair in passage.page_breaks], unit.start)
            return replace(citation, quote=unit.text, page=page), unit
    return None


def _found(quote: str, passage: Passage) -> tuple[int, int] | None:
    """The place in the section; inside the chunk that was found if it stands there too."""
    if not quote.strip():
        return None
    text = passage.section_text
    start = text.find(quote, passage.start)
    start = text.find(quote) if start < 0 else start
    if start >= 0:
        return start, start + len(quote)
    letters = [_SOFT.join(map(re.escape, re.sub(_SOFT[:-1], "", word))) for word in quote.split()]
    match = re.search(rf"{_SOFT}\s+".join(letters), text)
    return match.span() if match else None


def _units(passage: Passage) -> Iterator[Unit]:
    """Led by the sentences before it; a row or an item by the last line before all rows and items."""
    text, prose = passage.section_text, ""
    before = deque[str](maxlen=BEFORE)
    for start, end in units(text):
        said = text[start:end]
        if is_fragment(said):
            yield Unit(passage, start, end, lead=prose)
            before.append("")
        else:
            yield Unit(passage, start, end, lead=" ".join(filter(None, before)))
            before.append(said)
            prose = said
