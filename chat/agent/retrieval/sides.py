"""What a question compares: its sides, and what it asks of each of them."""

import re
from dataclasses import dataclass

from chat.agent.understanding.wordings import any_of
from knowledge.retrieval.query import ASKING
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

# Each finds the sides; what stands before, between and after it is what is asked of all of them.
_CUES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:diferenc?[iz]?as?|differences?)\b(?P<rest>[^?.;]*?)\b(?:entre|between)\s+(?P<sides>[^?;]+)",
        r"\bhow\s+(?:do|does|are|is)\s+(?P<sides>[^?;]+?)\s+(?:differ(?:ent)?\b)(?P<rest>[^?;]*)",
        r"\ben\s+qu[eé](?P<rest>)\s+se\s+(?:diferencian?|distinguen?)\s+(?P<sides>[^?;]+)",
        r"\b(?:compara\w*|compare\w*|comparison)\s+(?P<rest>(?:[^?;]*?\b(?:de|of)\s+)??)"
        r"(?:entre\s+|between\s+)?(?P<sides>[^?;]+)",
        r"(?P<rest>)(?P<sides>[^?;:¿,]+?\s(?:vs\.?|versus)\s[^?;,]+)",
    )
)
# "…, in Perth or in Melbourne?", "…, 2016/17 or 2023/24, and on which day?"
_CHOICE = re.compile(
    r",\s*+(?P<sides>[^,?;]+?\s(?:o|ou|or)\s[^,?;]+)(?P<rest>(?:,\s*(?:y|e|and)\s[^,?;]+)?)\?*+\s*+$", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"(?<!\s)(?:\s*+,\s*+(?:(?:y|e|and|o|ou|or)\s++)?|\s++(?:y|e|and|con|with|from|vs\.?|versus)\s++)", re.IGNORECASE
)
_EITHER = re.compile(r"(?<!\s)(?:\s*+,\s*+(?:(?:o|ou|or)\s++)?|\s++(?:o|ou|or)\s++)", re.IGNORECASE)
_WORD = re.compile(r"[\w./-]+")
_EMPTY = STOPWORDS | ASKING | {"hay", "hai", "there"}
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
