"""What a question asks of each of two names that a word joins: the same, or each its own half."""

import re
from collections.abc import Set
from dataclasses import dataclass
from itertools import dropwhile

from chat.agent.retrieval.sides import Side, compares
from chat.agent.understanding.wordings import table
from knowledge.retrieval.query import ASKING
from knowledge.text.language import identify
from knowledge.text.numbers import AND
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, stem
from knowledge.text.vocabulary import in_any

Span = tuple[int, int]
_WORD = re.compile(r"[^\W_]+")
QUESTION_WORDS = frozenset(map(fold, in_any(lambda known: known.question_words)))
_ARTICLES = frozenset(map(fold, table("followups")["pointer_articles"]))
_PREPOSITIONS = frozenset(map(fold, table("followups")["prepositions"]))
# What stands before it is said of the whole question: "I am in group C: when …".
_CLAUSE = re.compile(r"^.*(?:[:;,.¿¡]\s*)(?=[^:;,.¿¡]*$)", re.DOTALL)


@dataclass(frozen=True)
class Joined:
    """A question with two names, and what joins them."""

    question: str
    first: Span
    join: Span
    second: Span

    @property
    def is_and(self) -> bool:
        return fold(self.question[slice(*self.join)]) in AND

    @property
    def is_unlike(self) -> bool:
        return fold(self.question[slice(*self.join)]).split() in table("joining")["unlike"]

    @property
    def before(self) -> str:
        return self.question[: self.first[0]]

    @property
    def middle(self) -> str:
        """Between what joins and the second name."""
        return self.question[self.join[1] : self.second[0]]

    @property
    def end(self) -> str:
        """The second name and what follows it."""
        return self.question[self.second[0] :]

    @property
    def first_half(self) -> str:
        """With what follows the second name, unless the first has it too: "the course of A or the course of B"."""
        own, after = self.question[self.first[1] : self.join[0]].strip(), self.question[self.second[1] :].strip()
        return f"{self.question[: self.join[0]]} {after.removeprefix(own)}"

    @property
    def asks_the_same(self) -> bool:
        """Whether nothing behind what joins says what is asked of the second but what is asked of the first; nor does
        "that … not"."""
        language = identify(self.question)
        said = {stem(word, language) for word in _WORD.findall(self.question[: self.join[0]])}
        return self.is_unlike or not any(
            _tells(word) and stem(word, language) not in said for word in _WORD.findall(self.middle)
        )

    @property
    def second_half(self) -> str:
        """What it asks of the second by itself; empty where it goes on in another way."""
        words = list(_WORD.finditer(self.middle))
        asking = next((place for place, word in enumerate(words) if fold(word[0]) in QUESTION_WORDS), None)
        rest = words if asking is None else list(dropwhile(_asks, words[asking + 1 :]))
        if not rest:
            return ""
        own = self.middle[rest[0].start() :] + self.end
        for alike in (_ARTICLES, _PREPOSITIONS):
            if fold(rest[0][0]) in alike:
                return f"{_up_to_last(self.before, alike)} {own}" if _up_to_last(self.before, alike) else ""
        common = _CLAUSE.match(self.before)
        return f"{common[0] if common else ''} {self.middle}{self.end}" if asking is not None else ""


def asked(joined: Joined, of_first: frozenset[int], of_second: frozenset[int]) -> tuple[Side, Side]:
    """Each name with what is asked of it, and its documents."""
    names = joined.question[slice(*joined.first)], joined.question[slice(*joined.second)]
    own = "" if joined.asks_the_same or not joined.is_and else joined.second_half
    if own:
        second = own
    elif joined.asks_the_same:
        second = joined.before + joined.end
    else:
        second = f"{joined.before} {joined.middle}{joined.end}"
    return (
        Side(names[0], _tidy(joined.first_half), of_first, asks_its_own=bool(own)),
        Side(names[1], _tidy(second), of_second, asks_its_own=bool(own)),
    )


def _up_to_last(text: str, words: Set[str]) -> str:
    """What stands before the last of these words."""
    found = [word for word in _WORD.finditer(text) if fold(word[0]) in words]
    return text[: found[-1].start()].strip() if found else ""


def _asks(word: re.Match[str]) -> bool:
    return fold(word[0]) in QUESTION_WORDS | ASKING


def _tells(word: str) -> bool:
    folded = fold(word)
    return folded not in STOPWORDS | QUESTION_WORDS | ASKING and not compares(folded)


def _tidy(text: str) -> str:
    return re.sub("(?<=[¿¡]) | (?=[.;:,?!])", "", " ".join(text.split()))
