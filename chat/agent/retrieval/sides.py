"""What a question compares: its sides, and what it asks of each of them."""

import re
from dataclasses import dataclass

from chat.agent.understanding.wordings import any_of, table
from knowledge.retrieval.query import ASKING
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# Each finds the sides; what stands before, between and after it is what is asked of all of them.
_CUES = [re.compile(pattern, re.IGNORECASE) for pattern in table("sides")["cues"]]
_CHOICE, _BETWEEN, _EITHER = (
    re.compile(any_of("sides", key), re.IGNORECASE) for key in ("choice", "between", "either")
)
_WORD = re.compile(r"[\w./-]+")
_EMPTY = STOPWORDS.union(ASKING, table("sides")["empty"])
_COMPARES = re.compile(rf"\W*(?:{any_of('intents', 'comparison')}|{any_of('joining', 'more')})\W*").fullmatch
MAX_SIDES = 4
MAX_SIDE_WORDS = 12


@dataclass(frozen=True)
class Side:
    name: str
    """as the question says it"""
    query: str
    """the side and what is asked of it"""
    documents: frozenset[int] = frozenset()
    """primary keys, where it is known which are meant"""

    @property
    def asked(self) -> str:
        """What is asked of it; where its documents are known, in content words without their name: no document says its
        own name where it answers, and none says "more than the other one"."""
        if not self.documents:
            return self.query
        before, _, after = self.query.partition(self.name)
        told = [word for word in _WORD.findall(f"{before} {after}") if fold(word) not in _EMPTY]
        return " ".join(word for word in told if not _COMPARES(fold(word))) or self.query


def sides(question: str) -> tuple[Side, ...]:
    """Two to four that it says to compare, in its order; empty where none are told apart."""
    found = ((cue.search(question), _BETWEEN) for cue in _CUES)
    return next(filter(None, (_sides(question, *one) for one in found)), ())


def choices(question: str) -> tuple[Side, ...]:
    """Those that it lets choose from at its end: "where is it hotter, in Perth or in Melbourne?"."""
    return _sides(question, _CHOICE.search(question), _EITHER)


def _sides(question: str, match: re.Match[str] | None, separator: re.Pattern[str]) -> tuple[Side, ...]:
    if match is None:
        return ()
    names = [part.strip(" .!¿¡\"'") for part in separator.split(match["sides"])]
    if not (2 <= len(names) <= MAX_SIDES and all(0 < len(name.split()) <= MAX_SIDE_WORDS for name in names)):
        return ()
    around = " ".join((question[: match.start()], match["rest"], question[match.end() :]))
    shared = " ".join(word for word in _WORD.findall(around) if fold(word) not in _EMPTY)
    return tuple(Side(name, f"{shared} {name}".strip()) for name in names)
