"""A question for the version of a document before the one that holds, "what was it worth last year?", or for what is
different in the new one: "what changed in the loan rules since 2023?"."""

import re

from chat.agent.understanding.wordings import any_of, word
from knowledge.retrieval.query import analyse
from knowledge.text.dates import without_years
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

_FORMER, _THIS_YEAR = any_of("versions", "former"), any_of("versions", "this_year")
_SAYS_FORMER, _WAS = word("versions", "former"), word("versions", "was")
_BEFORE_IT = rf"(?:{any_of('followups', 'prepositions')}\s+)?(?:{any_of('followups', 'pointer_articles')}\s+)?"
_ALONE = re.compile(rf"(?:{any_of('followups', 'about')}\s+)?{_BEFORE_IT}{_FORMER}")
_ADDED = re.compile(rf"\({_BEFORE_IT}{_FORMER}\)")
_SAYS_THIS_YEAR = re.compile(rf"(?<!\s)\s*+\b{_THIS_YEAR}\b", re.IGNORECASE)
_ASKS = re.compile(rf"(?<!\w){any_of('changes', 'asks')}")
_BETWEEN, _ASKING = word("changes", "between"), word("changes", "asking")
_TIMES = (re.compile(_FORMER), re.compile(_THIS_YEAR))
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_KIND = re.compile(any_of("changes", "documents"))


def asks_for_change(question: str) -> bool:
    """Whether it asks how one thing differs from what it was, whatever the thing is."""
    folded = fold(question)
    return bool(_ASKS.search(folded)) or bool(_BETWEEN.search(folded) and _SAYS_FORMER.search(folded))


def what_changed(question: str) -> str:
    """What the change is of: the question without the words that ask for one, and without times; may be empty."""
    rest = without_years(question)
    for pattern in (*_TIMES, _ASKING):
        folded = fold(rest)
        for found in reversed([*pattern.finditer(folded)]):
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    # "… of this year with the one before" leaves what joined them.
    return _without_end(" ".join(rest.split()).strip(" ¿?¡!.,;:()").split())


def part_named(subject: str, of_title: frozenset[str]) -> str:
    """The part of a document that it names, without the words of its title; empty where nothing else is said than which
    kind of document it is."""
    told = [concept.word for concept in analyse(subject) if concept.word not in of_title]
    if all(map(_KIND.fullmatch, told)):
        return ""
    return _without_end([word for word in _WORD.findall(subject) if fold(word) not in of_title])


def _without_end(said: list[str]) -> str:
    """Up to the last word that tells something."""
    while said and fold(said[-1]) in STOPWORDS:
        said.pop()
    return " ".join(said)


def is_former(text: str) -> bool:
    """Whether a message says nothing else: "and the year before?" without its "and"."""
    return _ALONE.fullmatch(fold(text)) is not None


def asks_former(question: str) -> bool:
    """Whether it is asked of the former version: a continuation added it, or the question asks how things were."""
    folded = fold(question)
    return bool(_ADDED.search(folded)) or bool(_SAYS_FORMER.search(folded) and _WAS.search(folded))


def without_this_year(question: str) -> str:
    """The question without "this year", which a continuation takes the place of."""
    return _SAYS_THIS_YEAR.sub("", question)
