"""Places that have no guide of their own: none tells of them, or that to another does, as Sydney's of Katoomba."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from chat.agent.answers.question_words import is_known
from chat.agent.understanding.mentions import Known, known
from chat.trips import sections as guides
from chat.trips.heard import Heard
from chat.trips.places import MIN_NAME_LETTERS, destinations, exchanged, named, turned_to
from chat.trips.vocabulary import NUMBERS, is_said, phrase, says, without
from chat.trips.when import days_in, without_counts
from chat.trips.wishes import says_little, values_said
from knowledge.retrieval import lexicon
from knowledge.text.months import NAMES
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

_CAPITALS = re.compile(r"\b[A-ZÁÉÍÓÚÑ][\w'’-]+(?: [A-ZÁÉÍÓÚÑ][\w'’-]+)*")
_JOINED, _JOINS = re.compile(r"(?:,|\b(?:y|e|and))$"), re.compile(r",|(?:y|e|and)\b")
_ONLY_DAYS = phrase(r"{number}[ -](?:{day}|{week})|{weekend}")
# What follows the name of a place, and no verb.
_GOES_ON = phrase(r"[\s,:;.–-]*(?:$|(?:{number}|{after_name}|{weekend})\b)")
WORDS_BESIDE = 2


def place_without_guide(heard: Heard) -> str:
    """Its name as it was written; empty where the text goes to no place, or to one that a guide tells of."""
    text, places = heard.text, heard.places
    written = [one.span() for one in _CAPITALS.finditer(text)]
    wanted = [name for name in exchanged(text, written) if not named(name, places)]
    if not wanted and heard.named:
        return ""
    names = [(one.start, one.end) for one in known(heard.scope).mentions(text) if one.kind == "name"]
    wanted = wanted or list(filter(_is_name, destinations(text, names))) or _leading_name(text)
    return (
        "" if any(guides.tell_of(heard.scope, heard.guide, places, name) for name in wanted) else next(iter(wanted), "")
    )


def others_without_guide(heard: Heard) -> list[str]:
    """Names that stand beside places with a guide ("Cairns and Sydney") and that no guide tells of."""
    text, places = heard.text, heard.places
    names = [one for one in _CAPITALS.finditer(text) if _is_name(one[0]) and not named(one[0], places)]
    beside = [one[0] for one in names if _stands_beside_a_place(text, one.start(), one.end(), places)]
    return [name for name in dict.fromkeys(beside) if not guides.tell_of(heard.scope, heard.guide, places, name)]


def _stands_beside_a_place(text: str, start: int, end: int, places: Mapping[int, str]) -> bool:
    before, after = text[:start].rstrip(), text[end:].lstrip()
    joined, joins = _JOINED.search(before), _JOINS.match(after)
    last = before[: joined.start()].split()[-WORDS_BESIDE:] if joined else []
    following = after[joins.end() :].split()[:WORDS_BESIDE] if joins else []
    return any(named(" ".join(words), places) for words in (last, following))


def resumed(heard: Heard) -> str:
    """The wish for a trip to where no guide goes, with the place that the message turns to instead; empty where there
    was none just before, or the message says something else."""
    wanted = turned_to(without_counts(heard.folded), heard.places, heard.offered)
    pending = _pending(heard) if wanted else None
    if pending is None:
        return ""
    name, *wishes = pending
    there = wishes[0].replace(name, ", ".join(heard.places[place] for place in wanted))
    # Of two lengths the first counts.
    if days_in(heard.folded):
        return ". ".join([heard.text, there, *wishes[1:]])
    last = [heard.text] if _says_values(heard) else []
    return ". ".join([there, *wishes[1:], *last])


def pending_place(heard: Heard) -> str:
    """Where no guide goes, of a wish that the message says more of ("que sea más barato") without another place."""
    rest = without(heard.folded, "cheaper", "dearer", "polite", "let")
    says_more = not heard.named and _says_values(heard) and says_little(rest, heard.offered)
    return pending[0] if says_more and (pending := _pending(heard)) else ""


def _says_values(heard: Heard) -> bool:
    return bool(values_said(heard.text, heard.offered)) or any(says(one, heard.folded) for one in ("cheaper", "dearer"))


def _pending(heard: Heard) -> tuple[str, ...] | None:
    """The place without a guide, the wish for a trip there, and what was said of it since; None where the last answer
    was another."""
    history, said = heard.question.history, list[str]()
    for asked, answer in zip(history[-2::-2], history[::-2], strict=False):
        if answer.role != "assistant" or answer.status != "not_found":
            return None
        said.insert(0, asked.text)
        if name := place_without_guide(heard.saying(asked.text)):
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


MAX_GUIDES = 2
"""What more of them name is a country or an ocean, or no place at all."""
MAX_NAMES = 24
"""looked up of a text, two queries each; what is longer is no wish for a trip"""
MAX_NAME_WORDS, MIN_PART_LETTERS = 3, 4
NO_PLACES = ("events", "transport")
"""Sections in which capitals stand for feasts, or for where a train goes to."""


def told_of(heard: Heard) -> tuple[str, int] | None:
    """The first such name in a text, as the guides write it, with the guide that says it most often; none beside a
    place that has its own."""
    scope, guide, places = heard.scope, heard.guide, heard.places
    if heard.named:
        return None
    roles = [role for role in guide.sections if role not in NO_PLACES]
    for name in islice(dict.fromkeys(_names(heard.text)), MAX_NAMES):
        word = re.escape(name)
        if guides.documents_saying(scope, guide, roles, rf"\m{word[:1].lower()}{word[1:]}\M"):
            continue  # "museum", "beach": a word and no name
        found = Counter(guides.documents_saying(scope, guide, roles, rf"\m{word}\M"))
        if 0 < len(found) <= MAX_GUIDES and found.keys() <= places.keys():
            return name, max(found, key=lambda place: found[place])
    return None


def _names(text: str) -> Iterator[str]:
    """Whatever is written with a capital; then words that stand together, and each long word, as if they were. No word
    of a language alone: the "Great" of "Great Barrier Reef"."""
    yield from (text[one.start : one.end] for one in Known().mentions(text, initial=True) if one.kind == "name")
    runs = [run.split() for run in re.findall(r"[^\W\d_]+(?: [^\W\d_]+)*", text)]
    for length in range(MAX_NAME_WORDS, 0, -1):
        for run in runs:
            for words in (run[at : at + length] for at in range(len(run) - length + 1)):
                if _may_name(words):
                    yield " ".join(word[:1].upper() + word[1:] for word in words)


def _may_name(words: Sequence[str]) -> bool:
    if len(words) == 1:
        return len(words[0]) >= MIN_NAME_LETTERS and not is_word(words[0])
    return all(len(word) >= MIN_PART_LETTERS and fold(word) not in STOPWORDS for word in words)
