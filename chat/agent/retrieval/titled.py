"""Documents that a question names by what tells their titles, or the names of their files, from those of the others."""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from chat.agent.answers.question_words import QuestionWords, terms_of
from knowledge.retrieval.config import Passage
from knowledge.text.dates import without_years
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
    """those of the question that tell its title from others, in full, by their initials or as a code"""
    share: float
    """0-1, of what tells its title from others: what the question says"""
    surely: bool


def titled(question: str, found: Sequence[Passage], names: Set[str] = frozenset()) -> list[Titled]:
    """The documents that it names, best first: it says enough of what tells their titles from others, or they say all
    these folded names of it."""
    asked = QuestionWords(question)
    first = {passage.document_id: passage for passage in reversed(found)}
    # Without years: a document is not named by that alone.
    called = {
        number: (_title_words(one), frozenset(words(without_years(one.file_words)))) for number, one in first.items()
    }
    titles = {title | file for title, file in called.values()}
    counts = Counter(fold(word) for title in titles for word in title)
    most = max(1.0, COMMON * len(titles))
    named = []
    for number in dict.fromkeys(passage.document_id for passage in found):
        by_name = [
            _by_name(asked, first[number], [word for word in name if counts[fold(word)] <= most])
            for name in called[number]
        ]
        one = max(by_name, key=lambda by: (by.share, len(by.words)))
        title, file = called[number]
        is_named = bool(names) and names <= _said(asked, title | file, first[number].language)
        if one.share >= NAMED or is_named:
            said = (by.words for by in by_name)
            named.append(replace(one, words=frozenset(names if is_named else ()).union(*said)))
    return named


def _by_name(asked: QuestionWords, passage: Passage, telling: Sequence[str]) -> Titled:
    """How much of these words of a title, or of a file's name, the question says."""
    said = [by for word in telling if (by := asked.said(terms_of(word, passage.language)))]
    spelt = asked.spelt(f"{_spaced(passage.title)} {passage.file_words}")
    share = 1.0 if spelt else len(said) / len(telling) if telling else 0.0
    surely = share >= SURELY_NAMED and (len(said) > 1 or len(telling) == 1)
    return Titled(passage.document_id, spelt.union(*said), share, bool(spelt) or surely)


def _said(asked: QuestionWords, words: Iterable[str], language: str) -> frozenset[str]:
    return frozenset[str]().union(*(asked.said(terms_of(word, language)) for word in words))


def without_siblings(question: str, found: Sequence[Passage]) -> list[Passage]:
    """Where one of several documents of one form is named, without the others: no guide tells of another course."""
    named = titled(question, found)
    spared = {one.document_id for one in named}
    forms = {passage.document_id: frozenset(map(fold, _title_words(passage))) for passage in found}
    meant = [forms[one.document_id] for one in named if one.surely]

    def is_sibling(own: frozenset[str]) -> bool:
        others = (form for form in meant if form != own)
        return any(len(own & form) >= SAME_FORM * max(len(own), len(form)) for form in others)

    return [one for one in found if one.document_id in spared or not is_sibling(forms[one.document_id])]


def _title_words(passage: Passage) -> frozenset[str]:
    return frozenset(word for word in words(_spaced(passage.title)) if fold(word) not in STOPWORDS)


def _spaced(title: str) -> str:
    """Of a document without one it is the file's name, as in "Loans_and_Fines"."""
    return title.replace("_", " ")
