"""Documents that a question names by what tells their titles from those of the others that were found."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chat.agent.answers.measures import QuestionWords, terms_of
from knowledge.retrieval.config import Passage
from knowledge.text.initials import may_be_acronym, stands_for
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

# A word of so large a share of the titles that were found tells none of them from the others.
COMMON = 0.34
# Of what tells a title from the others, what the question must say to name it.
NAMED = 0.34
# And what to name it beyond doubt; of two words one is not enough.
SURELY_NAMED = 0.5
# Of the words of a title those that another has as well, where both are one form filled in twice.
SAME_FORM = 0.6


@dataclass(frozen=True)
class Titled:
    document_id: int
    words: frozenset[str]
    """those of the question that tell its title from others, in full or by their initials"""
    surely: bool


def titled(question: str, found: Sequence[Passage]) -> list[Titled]:
    """The documents that it names, best first."""
    asked = QuestionWords(question)
    first = {passage.document_id: passage for passage in reversed(found)}
    titles = {number: _title_words(passage) for number, passage in first.items()}
    counts = Counter(fold(word) for title in set(titles.values()) for word in title)
    most = max(1.0, COMMON * len(set(titles.values())))
    named = []
    for number in dict.fromkeys(passage.document_id for passage in found):
        telling = [word for word in titles[number] if counts[fold(word)] <= most]
        said = [by for word in telling if (by := asked.said(terms_of(word, first[number].language)))]
        spelt = {word for word in asked.keys if may_be_acronym(word) and stands_for(word, first[number].title)}
        if spelt or (telling and len(said) >= NAMED * len(telling)):
            surely = len(said) >= SURELY_NAMED * len(telling) and (len(said) > 1 or len(telling) == 1)
            named.append(Titled(number, frozenset(spelt).union(*said), bool(spelt) or surely))
    return named


def without_siblings(question: str, found: Sequence[Passage]) -> list[Passage]:
    """Where one of several documents of one form is named, without the others: no guide tells of another course."""
    named = titled(question, found)
    spared = {one.document_id for one in named}
    forms = {passage.document_id: _form(passage) for passage in found}
    meant = [forms[one.document_id] for one in named if one.surely]
    return [
        passage
        for passage in found
        if passage.document_id in spared or not any(_is_alike(forms[passage.document_id], form) for form in meant)
    ]


def _is_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return one != other and len(one & other) >= SAME_FORM * max(len(one), len(other))


def _form(passage: Passage) -> frozenset[str]:
    return frozenset(map(fold, _title_words(passage)))


def _title_words(passage: Passage) -> frozenset[str]:
    return frozenset(word for word in words(passage.title) if fold(word) not in STOPWORDS)
