"""A question for what is different in the new version of something: "what changed in the loan rules since 2023?"."""

import re

from chat.agent.understanding.wordings import any_of, word
from knowledge.retrieval.query import analyse
from knowledge.text.dates import without_years
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

_ASKS = re.compile(rf"(?<!\w){any_of('changes', 'asks')}")
_BETWEEN, _FORMER = word("changes", "between"), word("versions", "former")
_ASKING = word("changes", "asking")
_TIMES = (re.compile(any_of("versions", "former")), re.compile(any_of("versions", "this_year")))
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_KIND = re.compile(any_of("changes", "documents"))


def asks_for_change(question: str) -> bool:
    """Whether it asks how one thing differs from what it was, whatever the thing is."""
    folded = fold(question)
    return bool(_ASKS.search(folded)) or bool(_BETWEEN.search(folded) and _FORMER.search(folded))


def what_changed(question: str) -> str:
    """What the change is of: the question without the words that ask for one, and without times."""
    rest = without_years(question)
    for pattern in (*_TIMES, _ASKING):
        folded = fold(rest)
        for found in reversed([*pattern.finditer(folded)]):
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    return " ".join(rest.split()).strip(" ¿?¡!.,;:") or question


def part_named(subject: str, of_title: frozenset[str]) -> str:
    """The part of a document that it names: without the words of its title and what says which kind of document it is;
    empty where nothing else is said."""
    if not any(_tells(concept.word, of_title) for concept in analyse(subject)):
        return ""
    told = [word for word in _WORD.findall(subject) if _tells(fold(word), of_title)]
    while told and fold(told[-1]) in STOPWORDS:
        told.pop()
    return " ".join(told)


def _tells(folded: str, of_title: frozenset[str]) -> bool:
    return folded not in of_title and not _KIND.fullmatch(folded)
