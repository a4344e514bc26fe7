"""A message about a plan: what it changes, in one sentence or in several."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import date

from chat.trips.change import Change, Known
from chat.trips.changes import Said
from chat.trips.places import named
from chat.trips.saying import asks_something
from chat.trips.vocabulary import phrase, says
from knowledge.text.terms import fold

_ENDS = re.compile(r"(?<=[.!;])\s+|\n+")
_JOINTS = re.compile(r",\s++(?:(?:y|e|and|but|pero)\s++)?|(?<!\s)\s++(?:y|e|and|but|pero)\s++")
_POLITE = phrase(r"^\W*{polite}\b|\b{polite}\W*$")
# "No museums", and nothing else.
_DECLINED_SHORTLY = re.compile(r"(?:no|non) \w+$")
# A clause without one of these goes on with the verb before it: "quita el zoo y el museo".
VERBS = ("add", "remove", "replace", "make", "wish", "more", "shorter", "longer")


def change_of(text: str, known: Known, today: date) -> Change:
    """An empty one where the message is about something else."""
    whole = _of_sentence(text, known, today)
    sentences = [one for one in _ENDS.split(text) if re.search(r"\w", one)]
    parts = sentences if len(sentences) > 1 else _clauses(text)
    if len(parts) < 2 or asks_something(text):
        return whole
    said = [change for one in parts if (change := _of_sentence(one, known, today)).is_any]
    # What makes sense only as a whole is not to be split: "St. Kilda".
    if len(said) < len(parts) and (whole.is_any or len(sentences) < 2):
        return whole
    return _together(said) or whole


def _clauses(text: str) -> list[str]:
    """ "Make it 6 days and add wineries"; the text itself where one of them has no verb of its own."""
    clauses = _JOINTS.split(text)
    return clauses if all(map(_has_verb, clauses)) else [text]


def _has_verb(clause: str) -> bool:
    """ "No museums" is as good as one."""
    folded = fold(clause)
    return any(says(verb, folded) for verb in VERBS) or bool(_DECLINED_SHORTLY.match(folded))


def _of_sentence(text: str, known: Known, today: date) -> Change:
    folded = re.sub(r"[’'.,;:¡!]+", " ", fold(text)).strip()
    # "Can we start on 10 March?" is a wish, however politely put.
    if (wish := _POLITE.sub("", folded)) != folded:
        folded = text = wish.replace("?", "").strip()
    # "Como antes" begins as a question does.
    if says("undo", folded) and "?" not in text and not named(folded, known.places):
        return Change(undo=True)
    adds_within = says("add", folded) and says("keep", folded)
    if says("evenly", folded) and not adds_within and not asks_something(text):
        return _evenly(folded, known)
    return Said(folded, re.sub(r"[¿?]", " ", folded).strip(), known, today).change()


def _evenly(folded: str, known: Known) -> Change:
    """The same number of days in each place: of the plan, or of those that are named."""
    names = named(folded, known.places)
    return Change(elsewhere=tuple(names if len(names) > 1 else dict.fromkeys(known.days)))


def _together(changes: Sequence[Change]) -> Change | None:
    """None where they contradict each other, or there are none."""
    made = Change()
    for change in changes:
        for name in (field.name for field in fields(Change)):
            before, said = getattr(made, name), getattr(change, name)
            if said == getattr(Change(), name) or said == before:
                continue
            if before == getattr(Change(), name):
                made = replace(made, **{name: said})
            elif isinstance(said, Mapping) and not before.keys() & said.keys():
                made = replace(made, **{name: {**before, **said}})
            elif isinstance(said, tuple):
                made = replace(made, **{name: (*before, *said)})
            else:
                return None
    return made if made.is_any else None
