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
    """What the change is of: the question without the words that ask for one, and without times; may be empty."""
    rest = without_years(question)
    for pattern in (*_TIMES, _ASKING):
        folded = fold(rest)
        for found in reversed([*pattern.finditer(folded)]):
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    said = " ".join(rest.split()).strip(" ¿?¡!.,;:()").split()
    # "… of this year with the one before" leaves what joined them.
    while said and fold(said[-1]) in STOPWORDS:
        said.pop()
    return " ".join(said)


def part_named(subject: str, of_title: frozenset[str]) -> str:
    """The part of a document that it names, without the words of its title; empty where nothing else is said than which
    kind of document it is."""
    told = [concept.word for concept in analyse(subject) if concept.word not in of_title]
    if all(map(_KIND.fullmatch, told)):
        return ""
    said = [word for word in _WORD.findall(subject) if fold(word) not in of_title]
    while said and fold(said[-1]) in STOPWORDS:
        said.pop()
    return " ".join(said)
