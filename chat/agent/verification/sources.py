"""The passages that were retrieved, as units that can be quoted, each with what it says of figures and names."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from chat.agent.answers.units import is_fragment, units
from chat.agent.verification import atoms
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold, folded_words, words

# So many sentences before it are read with a sentence, for whom or what they are about.
BEFORE = 2


@dataclass(frozen=True, eq=False)
class Unit:
    """A sentence, row or item of a section, `section_text[start:end]`."""

    passage: Passage
    start: int
    end: int
    lead: str = ""
    """what stands before it and says whom or what it is about"""

    @property
    def place(self) -> tuple[int, int, int]:
        return self.passage.section_id, self.start, self.end

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unit) and self.place == other.place

    def __hash__(self) -> int:
        return hash(self.place)

    @property
    def text(self) -> str:
        return self.passage.section_text[self.start : self.end]

    @property
    def heading(self) -> str:
        passage = self.passage
        dated = f"{passage.dated:%Y-%m-%d}" if passage.dated else ""
        headings = f"{passage.title} {passage.path} {passage.section}"
        return f"{headings} {passage.academic_year} {dated} {passage.document}"

    @cached_property
    def figures(self) -> frozenset[str]:
        return atoms.of_source(self.text)

    @cached_property
    def keys(self) -> frozenset[str]:
        return self.figures | self.headed

    @cached_property
    def headed(self) -> frozenset[str]:
        return atoms.of_source(self.heading)

    @cached_property
    def words(self) -> frozenset[str]:
        return folded_words(self.text)

    @cached_property
    def around(self) -> frozenset[str]:
        """The words of its headings and of what leads to it."""
        return folded_words(f"{self.heading} {self.lead}")


@dataclass(frozen=True)
class Sources:
    """All that may be cited in this answer."""

    evidence: tuple[Passage, ...]

    @cached_property
    def sections(self) -> dict[int, tuple[Unit, ...]]:
        """By section id; passages of the same section share it."""
        found: dict[int, tuple[Unit, ...]] = {}
        for passage in self.evidence:
            if passage.section_id not in found:
                found[passage.section_id] = tuple(_units(passage))
        return found

    @cached_property
    def all(self) -> tuple[Unit, ...]:
        return tuple(unit for units_ in self.sections.values() for unit in units_)

    @cached_property
    def names(self) -> frozenset[str]:
        """Words that are written with a capital inside a sentence, and never without."""
        texts = {passage.section_id: f"{passage.title}\n{passage.section_text}" for passage in self.evidence}
        small = {fold(word) for text in texts.values() for word in words(text) if word[0].islower()}
        return frozenset(name for text in texts.values() for name in atoms.proper_names(text)) - small

    def around(self, passage: Passage, start: int, end: int) -> list[Unit]:
        """The units that a quotation is made of."""
        found = self.sections.get(passage.section_id, ())
        return [unit for unit in found if unit.start < end and unit.end > start]


def _units(passage: Passage) -> Iterator[Unit]:
    """Led by the sentences before it; a row or an item by the last line before all rows and items."""
    text, prose = passage.section_text, ""
    before = deque[str](maxlen=BEFORE)
    for start, end in units(text):
        said = text[start:end]
        if is_fragment(said):
            yield Unit(passage, start, end, prose)
            before.append("")
        else:
            yield Unit(passage, start, end, " ".join(filter(None, before)))
            before.append(said)
            prose = said
