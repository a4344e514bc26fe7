"""What another version of a cited document says instead, quoted beside the answer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils import timezone

from chat.agent.answers.citations import cite, escape, shown
from chat.agent.answers.passages import Quote, units
from chat.agent.events import Citation
from chat.agent.phrases import OTHER_VERSION, VersionStanding, say
from chat.agent.retrieval.families import Source, current, families, sources
from chat.agent.state import Draft
from chat.agent.understanding.divergence import diverge, overlap
from knowledge.retrieval.config import Passage

# Words in common from which two sentences of versions are the same sentence, changed or not.
SAME_SENTENCE = 0.4
MAX_VERSIONS = 2
# A heading says nothing that could differ.
MIN_WORDS = 5


def with_other_versions(draft: Draft, others: Sequence[Passage], language: str) -> Draft:
    """The draft, and below it what versions that do not hold say otherwise than the first sentences it cites."""
    citations, said = list(draft.citations), []
    for candidate, standing in _counterparts(draft.citations, others):
        citation = cite(len(citations) + 1, candidate, language)
        citations.append(citation)
        when = citation.dated if citation.dated and citation.dated not in citation.title else ""
        title = escape(f"{citation.title} ({when})" if when else citation.title)
        quote = shown(candidate.text, candidate.passage.section)
        said.append(f"{say(OTHER_VERSION[standing], language, title=title, quote=quote)} [{citation.number}]")
    if not said:
        return draft
    return replace(draft, text="\n\n".join([draft.text, *said]), citations=tuple(citations))


def _counterparts(citations: Sequence[Citation], others: Sequence[Passage]) -> Iterator[tuple[Quote, VersionStanding]]:
    older = _versions({citation.document_id for citation in citations}, others)
    done: set[int] = set()
    for citation in citations[:MAX_VERSIONS]:
        for document, standing in older.get(citation.document_id, {}).items():
            passages = [passage for passage in others if passage.document_id == document]
            found = _otherwise(citation.quote, passages) if document not in done else None
            if found:
                done.add(document)
                yield found, standing


def _versions(cited: set[int], others: Sequence[Passage]) -> dict[int, dict[int, VersionStanding]]:
    """Cited document -> the versions of it among the others that do not hold, where it does, and why they don't."""
    known = sources(cited | {passage.document_id for passage in others})
    found: dict[int, dict[int, VersionStanding]] = {}
    for group in families(known.values()):
        holding = {one.document_id for one in current(group)}
        for document in holding & cited:
            rest = (one for one in group if one.document_id not in holding)
            found[document] = {one.document_id: _standing(one, known[document]) for one in rest}
    return found


def _standing(version: Source, holding: Source) -> VersionStanding:
    if version.superseded_by is not None:
        return "superseded"
    if version.begun and version.begun > timezone.localdate():
        return "not_yet"
    if version.ended:
        return "superseded"
    is_earlier = version.year is not None and holding.year is not None and version.year < holding.year
    return "earlier" if is_earlier else "other"


def _otherwise(quote: str, passages: Sequence[Passage]) -> Quote | None:
    """The first sentence of the passages that says otherwise what one of the quote says."""
    sentences = (Quote(passage, start, end) for passage in passages for start, end in units(passage.section_text))
    theirs = [one for one in sentences if len(one.text.split()) >= MIN_WORDS]
    for start, end in units(quote):
        mine = quote[start:end]
        scored = [replace(one, score=overlap(mine, one.text)) for one in theirs]
        best = max(scored, key=lambda candidate: candidate.score, default=None)
        is_same = best and len(mine.split()) >= MIN_WORDS and best.score >= SAME_SENTENCE
        if best and is_same and diverge([mine, best.text]):
            return best
    return None
