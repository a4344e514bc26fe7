"""Rows of one named thing in several tables of a document: an examination has a date in the first sitting, and one in
the second."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chat.agent.answers.passages import Quote, cells, lead_in, quotes_of
from chat.agent.answers.question_words import QuestionWords, terms_of
from knowledge.catalogue.entries import is_entry
from knowledge.models import Chunk
from knowledge.retrieval.passages import read
from knowledge.text.terms import fold

MAX_ALIKE = 3
"""rows that belong to the best; of a thing that has more the question asks for one"""
UNLIKELY = 0.05
"""of the best one's probability: a row that was read and has less is not meant"""
# A row of one cell is a line, and says nothing of what it is named after.
MIN_CELLS = 2


def rows_alike(asked: str, ranked: Sequence[Quote]) -> tuple[Quote, ...]:
    """The best quote and the rows that belong to it, in the order of the document; empty where there are none.

    They stand under the same headers with the same label, and say no less of the question: who asks for the date in
    July asks for one of them. Those that were read and are far less likely are none. Reads the database.
    """
    best = next(iter(ranked), None)
    if best is None or best.kind != "row" or is_entry(best.passage):
        return ()
    question, row = QuestionWords(asked), cells(best.text)
    if len(row) < MIN_CELLS:
        return ()
    said, unlikely = _said(question, best), {one.place for one in ranked if one.score < UNLIKELY * best.score}
    alike = [
        replace(one, score=best.score)
        for one in _of_document(best, row[0][1])
        if _key(one) == _key(best)
        and one.place not in unlikely
        and not one.repeats(best)
        and said <= _said(question, one)
    ]
    return tuple(sorted((best, *alike), key=_order)) if 1 <= len(alike) <= MAX_ALIKE else ()


def _said(question: QuestionWords, row: Quote) -> frozenset[str]:
    """Of the question: in the row, in what announces it and in its headings."""
    above = f"{row.passage.section}\n{lead_in(row)}"
    return question.said(*(terms_of(text, row.passage.language) for text in (row.text, above)))


def _of_document(best: Quote, label: str) -> Iterator[Quote]:
    """The rows of the best one's document in whose sections the label stands."""
    chunks = Chunk.objects.filter(document_id=best.passage.document_id, section__text__contains=label)
    found: dict[tuple[int, int, int], Quote] = {}
    for passage in read(chunks.values_list("pk", flat=True)).values():
        known = replace(passage, in_force=best.passage.in_force)
        for quote in quotes_of(known):
            if quote.kind == "row":
                found.setdefault(quote.place, quote)
    yield from found.values()


def _order(row: Quote) -> tuple[int, int]:
    return row.passage.section_id, row.start


def _key(row: Quote) -> tuple[str, ...]:
    """Its label and its headers."""
    read_cells = cells(row.text)
    return fold(read_cells[0][1]), *(fold(header) for header, _value in read_cells)
