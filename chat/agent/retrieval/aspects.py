"""Sections that an answer of a form of its own needs, and that were not among the best of the search."""

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.agent.answers.formats.templates import headings_of
from chat.agent.retrieval.searches import Retrieved, Searcher
from chat.trips.sections import passages
from knowledge.models import Document
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.filters import sections
from knowledge.text.terms import fold, words

# A regulation has more headings of "who" and "when" than one answer can hold.
MAX_SECTIONS = 6


def completed(found: Retrieved, searcher: Searcher, question: str) -> Retrieved:
    """With the sections of the answering document that are headed by what is asked of it: its assessment, its steps."""
    heading = headings_of(question)
    if heading is None:
        return found
    known = {passage.section_id for passage in found.evidence}
    wanted = headed(heading, found.evidence, searcher, question)
    return replace(found, evidence=(*found.evidence, *(one for one in wanted if one.section_id not in known)))


def headed(
    heading: re.Pattern[str], evidence: Sequence[Passage], searcher: Searcher, question: str
) -> tuple[Passage, ...]:
    """Those sections of the first document that has such, in its order; as they were found, where they were."""
    known = {passage.section_id: passage for passage in reversed(evidence)}
    for document in _documents(heading, evidence, searcher.scope, question):
        listed = sections(searcher.scope).filter(document=document).order_by("position").values_list("pk", "title")
        wanted = [pk for pk, title in listed if heading.search(fold(title))][:MAX_SECTIONS]
        if wanted:
            missing = [pk for pk in wanted if pk not in known]
            read = known | (passages(searcher, question, missing) if missing else {})
            return tuple(read[pk] for pk in wanted if pk in read)
    return ()


def _documents(heading: re.Pattern[str], evidence: Sequence[Passage], scope: Scope, question: str) -> list[int]:
    """First those of the course that is named, or named themselves; then with such a section; then as they rank."""
    ranked = list(dict.fromkeys(passage.document_id for passage in evidence))
    titled = {passage.document_id for passage in evidence if _words(passage.title) <= _words(question)}
    with_heading = {passage.document_id for passage in evidence if heading.search(fold(passage.section))}
    of_course: set[int] = set()
    if scope.courses:
        found = Document.objects.filter(pk__in=ranked, course__in=scope.courses)
        of_course = set(found.values_list("pk", flat=True))
    return sorted(ranked, key=lambda pk: (pk not in of_course | titled, pk not in with_heading, ranked.index(pk)))


def _words(text: str) -> set[str]:
    return set(map(fold, words(text)))
