"""What stands in place of another thing of the question before: a word that stands against one of its words, "and in
August?" after a question about July, or a thing named alone, "Can I take a dog on the bus? And a bike?"."""

import re

from chat.agent.understanding.wordings import any_of, table
from knowledge.retrieval.query import ASKING, analyse
from knowledge.text import months
from knowledge.text.numbers import ANY_COUNT
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold
from knowledge.text.vocabulary import in_any

# Beginnings of folded words; a question names one of a line, its continuation another.
PARALLELS = (
    *map(tuple, table("parallels")["lines"]),
    (*" ".join(months.NAMES).split(), *table("parallels")["seasons"]),
    tuple(months.WEEKDAYS),
)
_AMOUNT = re.compile(
    rf"\b(?:\d+|a|{'|'.join(ANY_COUNT)}|d[uú]as)[ -]{any_of('parallels', 'stretches')}\b", re.IGNORECASE
)
_HYPHENED = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_QUESTION_WORDS = frozenset(map(fold, in_any(lambda known: known.question_words)))
_ARTICLES = frozenset({*map(fold, table("followups")["pointer_articles"]), *table("several")["articles"]})
_OF = frozenset(table("several")["of"])
_PREPOSITIONS = frozenset((*table("followups")["prepositions"], *table("several")["before"])) - _OF - _ARTICLES
_BEFORE_VERB = frozenset(table("several")["before_verb"])
_BEING = frozenset(table("several")["being"])
PAIR = 2
_WORD = re.compile(r"[^\W_]+")


def swapped(asked: str, piece: str) -> str:
    """The question with the piece's words in place of those that they stand against; empty where there are none."""
    result = asked
    if amount := _AMOUNT.search(piece):
        result = _AMOUNT.sub(amount.group(), result, count=1)
    for match in _HYPHENED.finditer(piece):
        line = line_of(match.group())
        place = next((one for one in _HYPHENED.finditer(result) if line and line_of(one.group()) == line), None)
        if place:
            result = result[: place.start()] + match.group() + result[place.end() :]
    return result if result != asked else ""


def line_of(word: str) -> tuple[str, ...]:
    """That it is one of, such as the months; empty for other words."""
    folded = fold(word)
    return next((line for line in PARALLELS if any(_begins(folded, start) for start in line)), ())


def _begins(word: str, start: str) -> bool:
    # A short beginning must be the whole word, its plural, or a part that a hyphen parts.
    return word in (start, f"{start}s") or word.startswith(start if len(start) > 4 else f"{start}-")


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
    if len(said) != PAIR or len(words) <= PAIR or not _BEFORE_VERB.issuperset((fold(said[0]), fold(words[0][0]))):
        return ""
    if fold(words[1][0]) in _ARTICLES | STOPWORDS - _BEING:
        return ""
    return f"{asked[: words[0].start()]}{message[:1].upper()}{message[1:]}{asked[words[1].end() :]}"


def _object(folded: list[str], *, has_article: bool) -> int:
    """Where it begins: behind the words that ask and the verb that follows a question word, or at its article."""
    place = next((place for place, word in enumerate(folded) if word not in STOPWORDS | ASKING), len(folded))
    place += not _QUESTION_WORDS.isdisjoint(folded[:place])
    articles = (later for later in range(place, len(folded)) if folded[later] in _ARTICLES)
    return next(articles, place) if has_article else place
