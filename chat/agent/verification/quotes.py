"""Whether a citation stands in what was retrieved, word for word."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chat.agent.events import Citation
from knowledge.models import page_at
from knowledge.retrieval.config import Passage

# Forgiven in a quotation, for the stored text is then quoted instead.
_SOFT = "[\u00ad\u200b\u2060]?"


@dataclass(frozen=True)
class Placed:
    """A citation whose quote is `passage.section_text[start:end]`."""

    citation: Citation
    passage: Passage
    start: int
    end: int


def placed(citation: Citation, evidence: Sequence[Passage]) -> Placed | None:
    """None where no passage that was retrieved has the quote. Its page and its words are those that are stored."""
    own = [one for one in evidence if one.document_id == citation.document_id]
    own.sort(key=lambda one: (one.chunk_id != citation.chunk_id, one.section != citation.section))
    for passage in own:
        span = _found(citation.quote, passage)
        if span:
            page = page_at([list(pair) for pair in passage.page_breaks], span[0])
            stored = passage.section_text[slice(*span)]
            changed = (citation.quote, citation.page) != (stored, page)
            repaired = replace(citation, quote=stored, page=page) if changed else citation
            return Placed(repaired, passage, *span)
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
