"""What a reader is shown of an entry of the catalogue: its facts, the cited ones marked."""

from dataclasses import dataclass

from knowledge.catalogue.entries import Entry
from knowledge.highlighting.arranging import ArrangedBlock, arranged
from knowledge.highlighting.reading import Passage, Reading, in_parts, read


@dataclass(frozen=True)
class EntryPage:
    """As templates/knowledge/source_text.html and source_notices.html take a page: of one part, without a picture."""

    quote: str
    reading: Reading
    is_paged: bool = False
    layout: None = None
    asked_beyond: bool = False
    has_text: bool = True
    quote_url: str = ""

    @property
    def blocks(self) -> list[ArrangedBlock]:
        return arranged(self.reading.blocks)

    @property
    def found(self) -> bool:
        return bool(self.reading.quote)


def entry_page(entry: Entry, quote: str) -> EntryPage:
    return EntryPage(quote, read(in_parts([Passage("", 1, entry.text, ())]), quote, None))
