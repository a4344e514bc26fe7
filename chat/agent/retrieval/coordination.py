"""The phrases of a question that "and", "or" or "than" stands between."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from chat.agent.retrieval.sides import Side
from chat.agent.understanding.wordings import table
from knowledge.text.language import identify
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

MAX_JOINS = 3
"""of a question: of more the last ones count, which are nearest to what is asked"""
MAX_WORDS = 12
"""of a phrase: a name is not farther from the word between"""
_TOKEN = re.compile(r"[^\W_]+|[,.;:?!¿¡]")


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
        (
            _phrase(question, reversed(tokens[:place]), tokens[place][0]),
            _phrase(question, tokens[place + 1 :], tokens[place][0]),
        )
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
