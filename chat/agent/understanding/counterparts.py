"""A thing named alone behind a question stands in place of another: "Can I take a dog on the bus? And a bike?"."""

import re

from chat.agent.understanding.parallels import swapped
from chat.agent.understanding.wordings import table
from knowledge.retrieval.query import ASKING, analyse
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold
from knowledge.text.vocabulary import in_any

_QUESTION_WORDS = frozenset(map(fold, in_any(lambda known: known.question_words)))
_ARTICLES = frozenset({*map(fold, table("followups")["pointer_articles"]), *table("several")["articles"]})
_OF = frozenset(table("several")["of"])
_PREPOSITIONS = frozenset((*table("followups")["prepositions"], *table("several")["before"])) - _OF - _ARTICLES
_BEFORE_VERB = frozenset(table("several")["before_verb"])
_BEING = frozenset(table("several")["being"])
PAIR = 2
_WORD = re.compile(r"[^\W_]+")


def in_place(asked: str, thing: str) -> str:
    """The question with the thing in place of its object.

    Empty for what a follow-up puts in place: a name, a year, a word that stands against another, a piece that begins
    with a preposition.
    """
    said = _WORD.findall(thing)
    if not said or fold(said[0]) in _PREPOSITIONS | _OF or (swapped(asked, thing) and len(analyse(thing)) == 1):
        return ""
    if any(word[0].isupper() or word[0].isdigit() for word in said):
        return ""
    words = list(_WORD.finditer(asked))
    folded = [fold(word[0]) for word in words]
    first = _object(folded, has_article=fold(said[0]) in _ARTICLES)
    if first >= len(words):
        return ""
    last = next((place for place in range(first + 1, len(words)) if folded[place] in _PREPOSITIONS), len(words)) - 1
    return f"{asked[: words[first].start()]}{thing}{asked[words[last].end() :]}"


def with_verb(asked: str, message: str) -> str:
    """The question with another question word and verb: "when do they end?" after "when does it begin?" in languages
    whose verb follows its question word at once. Empty where either has anything else there."""
    said, words = _WORD.findall(message), list(_WORD.finditer(asked))
    if len(said) != PAIR or len(words) <= PAIR or not all(_asks_of_verb(one) for one in (said[0], words[0][0])):
        return ""
    if fold(words[1][0]) in _ARTICLES | STOPWORDS - _BEING:
        return ""
    return f"{asked[: words[0].start()]}{message[:1].upper()}{message[1:]}{asked[words[1].end() :]}"


def _asks_of_verb(word: str) -> bool:
    return fold(word) in _BEFORE_VERB


def _object(folded: list[str], *, has_article: bool) -> int:
    """Where it begins: behind the words that ask and the verb that follows a question word, or at its article."""
    place = next((place for place, word in enumerate(folded) if word not in STOPWORDS | ASKING), len(folded))
    place += not _QUESTION_WORDS.isdisjoint(folded[:place])
    articles = (later for later in range(place, len(folded)) if folded[later] in _ARTICLES)
    return next(articles, place) if has_article else place
