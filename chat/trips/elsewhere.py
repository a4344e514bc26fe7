"""Places to which somebody wants to go and that no guide tells of."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from chat.agent.answers.word_weights import is_known
from chat.agent.events import Question, Turn
from chat.agent.understanding.mentions import Known, known
from chat.trips import sections as guides
from chat.trips.guide import Guide
from chat.trips.places import destinations, exchanged, named
from chat.trips.turning import says_little, turned_to
from chat.trips.vocabulary import NUMBERS, is_said, phrase, says, without
from chat.trips.when import days_in, without_counts
from chat.trips.wishes import values_said
from knowledge.retrieval import lexicon
from knowledge.retrieval.config import Scope
from knowledge.text.months import NAMES
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

_CAPITALS = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w'’-]+(?: [A-ZÁÉÍÓÚÑ][\w'’-]+)*")
_JOINED, _JOINS = re.compile(r"(?:,|\b(?:y|e|and))$"), re.compile(r",|(?:y|e|and)\b")
_ONLY_DAYS = phrase(r"{number}[ -](?:{day}|{week})|{weekend}")
# What follows the name of a place, and no verb.
_GOES_ON = phrase(r"[\s,:;.–-]*(?:$|(?:{number}|{after_name}|{weekend})\b)")
MAX_NAME_WORDS = 2


def place_without_guide(text: str, scope: Scope, guide: Guide, places: Mapping[int, str]) -> str:
    """Its name as it was written; empty where the text goes to no place, or to one that a guide tells of."""
    written = [one.span() for one in _CAPITALS.finditer(text)]
    wanted = [name for name in exchanged(text, written) if not named(name, places)]
    if not wanted and named(text, places):
        return ""
    names = [(one.start, one.end) for one in known(scope).mentions(text) if one.kind == "name"]
    wanted = wanted or list(filter(_is_name, destinations(text, names))) or _leading_name(text)
    return "" if any(guides.tell_of(scope, guide, places, name) for name in wanted) else next(iter(wanted), "")


def others_without_guide(text: str, scope: Scope, guide: Guide, places: Mapping[int, str]) -> list[str]:
    """Names that stand beside places with a guide ("Cairns and Sydney") and that no guide tells of."""
    names = [one for one in _CAPITALS.finditer(text) if _is_name(one[0]) and not named(one[0], places)]
    beside = [one[0] for one in names if _stands_beside_a_place(text, one.start(), one.end(), places)]
    return [name for name in dict.fromkeys(beside) if not guides.tell_of(scope, guide, places, name)]


def _stands_beside_a_place(text: str, start: int, end: int, places: Mapping[int, str]) -> bool:
    before, after = text[:start].rstrip(), text[end:].lstrip()
    joined, joins = _JOINED.search(before), _JOINS.match(after)
    last = before[: joined.start()].split()[-MAX_NAME_WORDS:] if joined else []
    following = after[joins.end() :].split()[:MAX_NAME_WORDS] if joins else []
    return any(named(" ".join(words), places) for words in (last, following))


def resumed(
    question: Question, scope: Scope, guide: Guide, places: Mapping[int, str], offered: Mapping[str, Any]
) -> str:
    """The wish for a trip to where no guide goes, with the place that the message turns to instead; empty where there
    was none just before, or the message says something else."""
    wanted = turned_to(without_counts(fold(question.text)), places, offered)
    pending = _pending(question.history, scope, guide, places) if wanted else None
    if pending is None:
        return ""
    name, *wishes = pending
    there = wishes[0].replace(name, ", ".join(places[place] for place in wanted))
    # Of two lengths the first counts.
    if days_in(fold(question.text)):
        return ". ".join([question.text, there, *wishes[1:]])
    last = [question.text] if says_values(question.text, offered) else []
    return ". ".join([there, *wishes[1:], *last])


def pending_place(
    question: Question, scope: Scope, guide: Guide, places: Mapping[int, str], offered: Mapping[str, Any]
) -> str:
    """Where no guide goes, of a wish that the message says more of ("que sea más barato") without another place."""
    pending = _pending(question.history, scope, guide, places)
    rest = without(fold(question.text), "cheaper", "dearer", "polite", "let")
    says_more = pending and not named(question.text, places) and says_little(rest, offered)
    return pending[0] if pending and says_more and says_values(question.text, offered) else ""


def says_values(text: str, offered: Mapping[str, Any]) -> bool:
    return bool(values_said(text, offered)) or says("cheaper", fold(text)) or says("dearer", fold(text))


def _pending(history: Sequence[Turn], scope: Scope, guide: Guide, places: Mapping[int, str]) -> tuple[str, ...] | None:
    """The place without a guide, the wish for a trip there, and what was said of it since; None where the last answer
    was another."""
    said: list[str] = []
    for asked, answer in zip(history[-2::-2], history[::-2], strict=False):
        if answer.role != "assistant" or answer.status != "not_found":
            return None
        said.insert(0, asked.text)
        if name := place_without_guide(asked.text, scope, guide, places):
            return name, *said
    return None


def is_only_a_name(text: str) -> bool:
    return _leading_name(text) == [text.strip(" .!¡")]


def _leading_name(text: str) -> list[str]:
    """The name that a text begins with, or is all of, before how long or with whom: "Name", "Name 3 days"."""
    first = next((one for one in Known().mentions(text, initial=True) if one.kind == "name"), None)
    start, end = (first.start, first.end) if first else _word_before_days(text)
    name, rest = text[start:end], fold(text[end:])
    stands_first = not re.search(r"\w", text[:start])
    if not stands_first or not _GOES_ON.match(rest) or not _is_name(name):
        return []
    return [name] if not re.search(r"\w", rest) or days_in(rest) else []


def _is_name(text: str) -> bool:
    """Not of words alone, nor a word at the beginning with a name after it: "Somos de Galicia"."""
    words = re.findall(r"\w+", text)
    begins_with_word = len(words) > 1 and is_word(words[0]) and words[1].islower()
    return bool(words) and not begins_with_word and not all(map(is_word, words))


def _word_before_days(text: str) -> tuple[int, int]:
    """Of "name 3 days", however it is written; nothing else may stand there."""
    found = re.match(r"\s*([^\W\d_]+)[ ,:]+", text)
    counted = found and _ONLY_DAYS.fullmatch(fold(text[found.end() :]).strip(" .!"))
    return found.span(1) if found and counted else (0, 0)


def is_word(word: str) -> bool:
    """A word of one of our languages rather than a name."""
    folded = fold(word)
    is_function_word = folded in STOPWORDS or folded in NAMES or folded in NUMBERS
    return is_function_word or is_known(folded) or is_said(folded) or lexicon.has_word(folded)
