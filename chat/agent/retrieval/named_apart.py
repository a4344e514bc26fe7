"""Documents that a question names apart: "is the exam worth the same in Algebra and in Statistics", "between 2015-16
and 2020-21". Each is searched and quoted on its own, or the one that is found more easily hides the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from chat.agent.answers.question_words import QuestionWords
from chat.agent.retrieval.coordination import Phrase, joined, sides_of
from chat.agent.retrieval.sides import Side
from chat.agent.retrieval.titled import Titled, titled
from knowledge.retrieval.config import Passage
from knowledge.text.dates import named_years

Span = tuple[int, int]


@dataclass(frozen=True)
class Named:
    """What one phrase names."""

    documents: frozenset[int]
    span: Span
    """of the question: the name"""
    telling: int
    """how many words and years of it name them"""
    year: Span | None
    """of the question, where they are of a year that the phrase names"""


def named_apart(question: str, found: Sequence[Passage], *, is_comparison: bool = True) -> tuple[Side, ...]:
    """Two sides, each with its documents; empty where the question names no two of those that were found.

    Where nothing says that it compares, one small word of a title names no document.
    """
    return _by_title(question, found, is_comparison) or _by_year(question, found)


def _by_title(question: str, found: Sequence[Passage], is_comparison: bool) -> tuple[Side, ...]:
    best: tuple[int, tuple[Side, ...]] = (0, ())
    for before, after in joined(question):
        one, other = _named(before, found), _named(after, found)
        if not (one and other) or one.documents & other.documents:
            continue
        names = (question[slice(*named.span)] for named in (one, other) if named.telling == 1)
        if is_comparison or all(any(letter.isupper() or letter.isdigit() for letter in name) for name in names):
            telling = one.telling + other.telling
            if telling >= best[0]:
                first, second = _names(one, other)
                best = telling, sides_of(question, (first, one.documents), (second, other.documents))
    return best[1]


def _names(one: Named, other: Named) -> tuple[Span, Span]:
    """Their years, where one of them is named by nothing else: the other words are said of both."""
    if one.year and other.year and (one.year == one.span or other.year == other.span):
        return one.year, other.year
    return one.span, other.span


def _named(phrase: Phrase, found: Sequence[Passage]) -> Named | None:
    """The documents whose titles and years it says most of."""
    names = frozenset(word for word in QuestionWords(phrase.question).names if phrase.spans_of((word,)))
    by_title = {one.document_id: one for one in titled(phrase.text, found, names)}
    years = {one.first: (one.start, one.end) for one in named_years(phrase.question) if phrase.has(one.start)}
    spans: dict[int, list[Span]] = {}
    for passage in found:
        number, of_year = passage.document_id, years.get(_year(passage) or 0)
        called = by_title.get(number)
        said = _said(phrase, called)
        if of_year:
            said = [span for span in said if not of_year[0] <= span[0] < of_year[1]] + [of_year]
        if said:
            spans[number] = said
    if not spans:
        return None
    telling = max(map(len, spans.values()))
    documents = frozenset(number for number, said in spans.items() if len(said) == telling)
    naming = {span for number in documents for span in (*spans[number], *_said(phrase, by_title.get(number)))}
    year = next((span for span in years.values() if span in naming), None)
    return Named(documents, phrase.around(naming), telling, year)


def _said(phrase: Phrase, called: Titled | None) -> list[Span]:
    return phrase.spans_of(called.words) if called else []


def _by_year(question: str, found: Sequence[Passage]) -> tuple[Side, ...]:
    years = named_years(question)
    if len({one.first for one in years}) != 2:
        return ()
    documents = {one.first: frozenset(p.document_id for p in found if _year(p) == one.first) for one in years}
    if not all(documents.values()):
        return ()
    first, second = sorted({one.first: one for one in reversed(years)}.values(), key=lambda one: one.start)
    return sides_of(
        question,
        ((first.start, first.end), documents[first.first]),
        ((second.start, second.end), documents[second.first]),
    )


def _year(passage: Passage) -> int | None:
    """That the document is of."""
    stated = named_years(f"{passage.title} {passage.file_words} {passage.academic_year}")
    return stated[0].first if stated else passage.dated.year if passage.dated else None
