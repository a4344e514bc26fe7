"""The phrases of a question that "and", "or" or "that … not" stands between."""

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
"""of a question: each phrase is searched; of more the last ones count, which are nearest to what is asked"""
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

    @property
    def has_name(self) -> bool:
        """Whether a word inside the question has a capital or a figure."""
        words = [self.question[slice(*span)] for span in self.spans if self.question[: span[0]].strip(" ¿¡")]
        return any(word[0].isupper() or any(map(str.isdigit, word)) for word in words)

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
            _phrase(question, tokens[place + length :], tokens[place][0]),
        )
        for place, length in _joins(said, identify(question))
    ]
    return [(one, other) for one, other in pairs if one and other and one.tells and other.tells][-MAX_JOINS:]


def are_joined(question: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether such a word stands between two spans."""
    return bool(_between(question, first, second))


def sides_of(question: str, *named: tuple[tuple[int, int], frozenset[int]]) -> tuple[Side, ...]:
    """Of two names, by where they stand, and their documents: each is asked without the other's name and what joins
    them, "and" where it is said. In the order of the question."""
    (first, of_first), (second, of_second) = sorted(named)
    between = _between(question, first, second)
    start, end = between[-1] if between else (second[0], first[1])
    names = question[slice(*first)], question[slice(*second)]
    alone = f"{question[:start]} {question[second[1] :]}", f"{question[: first[0]]} {question[end:]}"
    return Side(names[0], _tidy(alone[0]), of_first), Side(names[1], _tidy(alone[1]), of_second)


def _between(question: str, *names: tuple[int, int]) -> list[tuple[int, int]]:
    """Where the words that join stand between two names."""
    first, second = sorted(names)
    tokens = [match.span() for match in _TOKEN.finditer(question)]
    joins = _joins([fold(question[slice(*span)]) for span in tokens], identify(question))
    found = [(tokens[place][0], tokens[place + length - 1][1]) for place, length in joins]
    return [(start, end) for start, end in found if first[1] <= start and end <= second[0]]


def _tidy(text: str) -> str:
    return re.sub(" (?=[.;:,?!])", "", " ".join(text.split()))


def _joins(said: Sequence[str], language: str) -> Iterator[tuple[int, int]]:
    """Place and number of the words of each; "than" only after "more" or "less"."""
    words = table("joining")
    for place, word in enumerate(said):
        if word in words[language]:
            yield place, 1
        elif tuple(said[place : place + 2]) in map(tuple, words["unlike"]):
            yield place, 2
        elif word in words["than"] and not set(words["more"]).isdisjoint(said[:place]):
            yield place, 1


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
