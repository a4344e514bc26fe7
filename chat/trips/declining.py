"""Kinds of sights that a message does not want: "sin museos ni playas", "less museums", "playas en vez de museos"."""

import re
from collections.abc import Iterator, Sequence

from chat.trips.vocabulary import names, pattern, phrase, says, tells, thing_at, without, words
from knowledge.text.terms import fold

_BEFORE = phrase(r"\b(?:{remove}|{dislike}|{less}|{instead_of}|no|non) ")
# "Cambia los museos por playas".
_EXCHANGED = phrase(r"\b{replace} (.+?) {exchanged_for} ")


def declined_things(folded: str) -> tuple[str, ...]:
    """Lists of what guides list, as `says` takes them, and what counts as one of their kind unless it is named too."""
    found = list(dict.fromkeys(_declined(folded)))
    rest = without(folded, *found)
    others = (f"things.{other}" for one in found for other in _included(one))
    return tuple(dict.fromkeys([*found, *(other for other in others if not says(other, rest))]))


def words_declined(text: str, unwanted: Sequence[str]) -> str:
    """The words of a text that say what is not wanted, as they are written."""
    said = re.findall(r"[^\W_]+", text)
    phrases = [match[0] for one in unwanted if one in names("things") for match in pattern(one).finditer(fold(text))]
    found = dict.fromkeys(word for word in said if any(tells(one, word) for one in unwanted))
    return ", ".join(found or dict.fromkeys(phrases))


def _declined(folded: str) -> Iterator[str]:
    for match in _BEFORE.finditer(folded):
        yield from _first_things(folded[match.end() :])
    for match in _EXCHANGED.finditer(folded):
        yield from _first_things(match[1])


def _first_things(said: str) -> Iterator[str]:
    """Up to the first word that is neither one nor joins them, or that nothing joins: it may be wished for."""
    is_joined, rest = True, said.strip()
    while rest:
        one, words_of_it = thing_at(rest)
        word, _space, after = rest.partition(" ")
        if one and is_joined:
            yield one
            is_joined, after = False, rest[len(words_of_it) :].strip()
        elif says("nor", word):
            is_joined = True
        elif one or not says("so_much", word):
            return
        rest = after


def _included(one: str) -> tuple[str, ...]:
    name = one.replace("things", "include", 1)
    return words(name) if name in names("include") else ()
