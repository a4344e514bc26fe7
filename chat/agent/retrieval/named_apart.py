"""Documents that a question names apart: "is the exam worth the same in Algebra and in Statistics", "between 2015-16
and 2020-21". Each is searched and quoted on its own, or the one that is found more easily hides the other."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from chat.agent.answers.question_words import QuestionWords
from chat.agent.retrieval.sides import Side
from chat.agent.retrieval.titled import Titled, titled
from chat.agent.understanding.wordings import table
from knowledge.retrieval.config import Passage
from knowledge.text.dates import named_years
from knowledge.text.language import identify
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

MAX_JOINS = 3
"""of a question: of more the last ones count, which are nearest to what is asked"""
MAX_WORDS = 12
"""of a phrase: a name is not farther from the word between"""
_TOKEN = re.compile(r"[^\W_]+|[,.;:?!¿¡]")
Span = tuple[int, int]


@dataclass(frozen=True)
class Phrase:
    """Words of a question that follow each other, in one of its clauses."""

    question: str
    spans: tuple[tuple[int, int], ...]
    """of its words, as they follow each other"""
    join: int
    """where in the question what joins it with another phrase stands"""

    @property
    def text(self) -> str:
        return self.question[self.spans[0][0] : self.spans[-1][1]]

    @property
    def tells(self) -> bool:
        return any(_tells(self.question[slice(*span)]) for span in self.spans)

    def has(self, place: int) -> bool:
        return self.spans[0][0] <= place < self.spans[-1][1]

    def distance(self, span: tuple[int, int]) -> int:
        """In characters, from what joins."""
        return min(abs(self.join - span[0]), abs(self.join - span[1]))

    def around(self, naming: Collection[tuple[int, int]]) -> tuple[int, int]:
        """The name that these words are: those nearest to what joins, with no word between them that says something."""
        taken: list[tuple[int, int]] = []
        for span in sorted(self.spans, key=self.distance):
            if any(start < span[1] and span[0] < end for start, end in naming):
                taken.append(span)
            elif taken and _tells(self.question[slice(*span)]):
                break
        return min(taken)[0], max(taken)[1]

    def spans_of(self, folded: Collection[str]) -> list[tuple[int, int]]:
        """Of these of its words."""
        return [span for span in self.spans if fold(self.question[slice(*span)]) in folded]


def joined(question: str) -> list[tuple[Phrase, Phrase]]:
    """Before and after each word that joins, where both have a word that says something."""
    tokens = [match.span() for match in _TOKEN.finditer(question)]
    said = [fold(question[slice(*span)]) for span in tokens]
    pairs = [
        [_phrase(question, spans, tokens[place][0]) for spans in (reversed(tokens[:place]), tokens[place + 1 :])]
        for place in _joins(said, identify(question))
    ]
    return [(one, other) for one, other in pairs if one and other and one.tells and other.tells][-MAX_JOINS:]


def sides_of(question: str, *named: tuple[tuple[int, int], frozenset[int]]) -> tuple[Side, ...]:
    """Of two names, by where they stand, and their documents, in the order of the question: each is asked what stands
    before the first name and after the second."""
    (first, of_first), (second, of_second) = sorted(named)
    before, after = question[: first[0]], question[second[1] :]
    return tuple(
        Side(name := question[slice(*span)], _tidy(f"{before}{name}{after}"), documents)
        for span, documents in ((first, of_first), (second, of_second))
    )


def _tidy(text: str) -> str:
    return re.sub("(?<=[¿¡]) | (?=[.;:,?!])", "", " ".join(text.split()))


def _joins(said: Sequence[str], language: str) -> Iterator[int]:
    """The place of each; "than" only after "more" or "less"."""
    words = table("joining")
    for place, word in enumerate(said):
        if word in words[language] or (word in words["than"] and not set(words["more"]).isdisjoint(said[:place])):
            yield place


def _phrase(question: str, spans: Iterable[tuple[int, int]], join: int) -> Phrase | None:
    """Up to the end of the clause, or to a comma behind which it says something."""
    taken: list[tuple[int, int]] = []
    for span in islice(spans, MAX_WORDS):
        mark = question[span[0]]
        if not mark.isalnum() and (mark != "," or any(_tells(question[slice(*one)]) for one in taken)):
            break
        taken += [span] if mark.isalnum() else []
    return Phrase(question, tuple(sorted(taken)), join) if taken else None


def _tells(word: str) -> bool:
    return fold(word) not in STOPWORDS


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
    years = {one.first: (one.start, one.end) for one in reversed(named_years(question))}
    documents = {year: frozenset(one.document_id for one in found if _year(one) == year) for year in years}
    if len(years) != 2 or not all(documents.values()):
        return ()
    return sides_of(question, *((span, documents[year]) for year, span in years.items()))


def _year(passage: Passage) -> int | None:
    """That the document is of."""
    stated = named_years(f"{passage.title} {passage.file_words} {passage.academic_year}")
    return stated[0].first if stated else passage.dated.year if passage.dated else None
