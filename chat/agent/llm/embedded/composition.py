"""An answer from quotations: the sentences that say it, in the documents' own words, each cited."""

import re
from collections.abc import Sequence

from chat.agent import phrases
from chat.agent.events import Citation
from chat.agent.llm.embedded.sentences import Candidate, ranked
from chat.agent.llm.embedded.units import ITEM, is_fragment
from chat.agent.state import Draft
from knowledge.ingestion.sentences import ROW
from knowledge.models import page_at
from knowledge.retrieval.config import Passage

MOST_SENTENCES = 3
MOST_WORDS = 90
# A further sentence is quoted where it is nearly as good as the first.
NEARLY = 0.8
_CELL = re.compile(r"\[([^\]\n]+)\] ")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


def compose(query: str, evidence: Sequence[Passage], language: str, collections: tuple[int, ...]) -> Draft:
    chosen = _chosen(ranked(query, evidence, collections))
    citations = tuple(cite(number, candidate, language) for number, candidate in enumerate(chosen, start=1))
    quoted = [f"{shown(citation.quote, citation.section)} [{citation.number}]" for citation in citations]
    return Draft("\n\n".join([*quoted, _note(chosen, citations, language)]), citations)


def _chosen(candidates: Sequence[Candidate]) -> list[Candidate]:
    chosen: list[Candidate] = []
    words = 0
    for candidate in candidates:
        words += len(candidate.text.split())
        enough = chosen and (candidate.score < NEARLY * chosen[0].score or words > MOST_WORDS)
        if enough or len(chosen) == MOST_SENTENCES:
            break
        if not any(candidate.repeats(other) for other in chosen):
            chosen.append(candidate)
    return chosen


def cite(number: int, candidate: Candidate, language: str) -> Citation:
    passage = candidate.passage
    return Citation(
        number=number,
        document_id=passage.document_id,
        document=passage.document,
        title=passage.title,
        section=passage.section,
        page=page_at([list(pair) for pair in passage.page_breaks], candidate.start),
        quote=candidate.text,
        dated=phrases.dated(passage.dated, passage.academic_year, language),
        url=passage.url,
        chunk_id=passage.chunk_id,
    )


def shown(quote: str, heading: str) -> str:
    """A quotation as Markdown: rows read "header: value", fragments follow their heading, nothing in it is markup."""
    text = _CELL.sub(r"\1: ", quote) if ROW.match(quote) else quote
    if not is_fragment(quote):
        return _SPECIAL.sub(r"\\\1", text)
    text = _SPECIAL.sub(r"\\\1", ITEM.sub("", text, count=1) if ITEM.match(text) else text)
    bold = _SPECIAL.sub(r"\\\1", heading)
    return f"**{bold}** — {text}" if heading and heading not in quote else text


def _note(chosen: Sequence[Candidate], citations: Sequence[Citation], language: str) -> str:
    sources = list(dict.fromkeys((citation.title, citation.dated) for citation in citations))
    expired = list(dict.fromkeys(candidate.passage.title for candidate in chosen if not candidate.passage.in_force))
    note = phrases.source_note(sources, language)
    if expired:
        note += " " + phrases.out_of_force(expired, language)
    escaped = _SPECIAL.sub(r"\\\1", note)
    return f"*{escaped}*"
