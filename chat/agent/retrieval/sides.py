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
# "In Perth or, if you go in June, in Melbourne".
_ASIDE = re.compile(r"(?<=\s(?:ou|or)),[^,?;]+,\s|(?<=\so),[^,?;]+,\s", re.IGNORECASE)
_BETWEEN = re.compile(
    r"(?<!\s)(?:\s*+,\s*+(?:(?:y|e|and|o|ou|or)\s++)?|\s++(?:y|e|and|con|with|from|vs\.?|versus)\s++)", re.IGNORECASE
)
_EITHER = re.compile(r"(?<!\s)(?:\s*+,\s*+(?:(?:o|ou|or)\s++)?|\s++(?:o|ou|or)\s++)", re.IGNORECASE)
_ASPECT = re.compile(
    r"(?:,|(?<![\s,]))\s++(?:en (?:cuanto|canto) (?:al?|aos?|ás?)|(?:con )?respecto (?:al?|del?)|in terms of|regarding|"
    r"segun|según)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\s(?=(?:en|no|na|nos|nas|in)\s)", re.IGNORECASE)
_AFTER_YEAR = re.compile(r"(?<=\d)\s(?=(?:of|in|for|de|do|da|del|dos|das|en|no|na)\s)", re.IGNORECASE)
_NAMED = re.compile(r"\s(?:de|do|da|del|of|en|in)\s(?=[A-ZÁÉÍÓÚÑ])")
_ARTICLES = frozenset("el la los las o a os as the".split())
# "la nota de A y la de B", "préstamo para A y para B": what stands before the preposition is said once, of both.
_REPEATED = re.compile(
    r"^(?:(?:el|la|los|las|o|a|os|as|that|those)\s+)?(?P<word>de|del|do|da|para|en|na|no|for|of|in)\b", re.I
)
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
        told = [word for word in _WORD.findall(f"{before} {after}") if not compares(fold(word))]
        return " ".join(word for word in told if fold(word) not in _EMPTY or _is_acronym(word)) or self.query


def compares(folded: str) -> bool:
    """Whether the word says that something is compared, or which is more."""
    return _COMPARES(folded) is not None


def _is_acronym(word: str) -> bool:
    """ISO is no pronoun."""
    return len(word) > 2 and word.isupper()


def sides(question: str) -> tuple[Side, ...]:
    """Two to four that it says to compare, in its order; empty where none are told apart."""
    found = ((cue.search(question), _BETWEEN) for cue in _CUES)
    return next(filter(None, (_sides(question, *one) for one in found)), ())


def choices(question: str) -> tuple[Side, ...]:
    """Those that it lets choose from at its end: "where is it hotter, in Perth or in Melbourne?"."""
    without_aside = _ASIDE.sub(" ", question)
    return _sides(without_aside, _CHOICE.search(without_aside), _EITHER)


def _sides(question: str, match: re.Match[str] | None, separator: re.Pattern[str]) -> tuple[Side, ...]:
    if match is None:
        return ()
    named, aspect = _split_off(match["sides"])
    names = [part.strip(" .!¿¡\"'") for part in separator.split(named)]
    if not (2 <= len(names) <= MAX_SIDES and all(0 < len(name.split()) <= MAX_SIDE_WORDS for name in names)):
        return ()
    around = " ".join((question[: match.start()], match["rest"], aspect, question[match.end() :]))
    shared = " ".join(word for word in _WORD.findall(around) if fold(word) not in _EMPTY)
    return tuple(_side(name, names, shared) for name in names)


def _split_off(text: str) -> tuple[str, str]:
    """The sides, and in what they are compared where that follows them."""
    end = _ASPECT.search(text)
    if end:
        return text[: end.start()], text[end.end() :]
    first, *others = _BETWEEN.split(text)
    place = _WHERE.search(others[-1]) if others and not _WHERE.search(first) else None
    place = (others and _AFTER_YEAR.search(others[-1])) or place
    if place is None or not place.start():
        return text, ""
    cut = len(text) - len(others[-1]) + place.start()
    return text[:cut], text[cut:]


def _side(name: str, names: list[str], shared: str) -> Side:
    head = _head(name, names[0]) if name != names[0] else ""
    return Side(name, " ".join(part for part in (shared, head, name, _tail(name, names[-1])) if part))


def _head(name: str, first: str) -> str:
    """What the first side says once for all: "préstamo" for "de doctorado" after "préstamo de grado"."""
    repeated = _REPEATED.match(name)
    if repeated:
        before = re.split(rf"\b{repeated['word']}\b", first, maxsplit=1, flags=re.IGNORECASE)
        return before[0].strip() if len(before) == 2 else ""
    if name[0].isupper() and _NAMED.search(first):
        return _NAMED.split(first, maxsplit=1)[0]
    article, *rest = name.lower().split()
    same = first.lower().split()
    if article in _ARTICLES and article in same[1:]:
        return " ".join(first.split()[: len(same) - 1 - same[::-1].index(article)])
    return same[1] if len(rest) == 1 and article in _ARTICLES and len(same) == 3 and same[0] == article else ""


def _tail(name: str, last: str) -> str:
    """ "loans" for "undergraduate", where the last side is "doctoral loans"."""
    words = last.split()
    shared = len(name.split()) == 1 and len(words) == 2 and words[0] not in _ARTICLES and (name + last).islower()
    return words[-1] if shared and name != last else ""
