"""What a traveller wishes: the form's values and the text that came with them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chat.agent.events import Question
from knowledge.text.numbers import ANY_COUNT
from knowledge.text.terms import fold
from knowledge.text.vocabulary import in_any

DEFAULT_DAYS = 3
NUMBERS = {word: number for word, number in ANY_COUNT.items() if number} | {"a": 1}
_DAYS = re.compile(r"\b(\d{1,2}|" + "|".join(NUMBERS) + r")[ -](?:(?P<weeks>semanas?|weeks?)|dias?|days?)\b")
DAYS_OF_A_WEEK = 7
_PLAN = re.compile(
    r"\bitinerar\w+|\b(?:dia a dia|day by day)\b|\b(?:planifica|organiza|planea|prepara|plan|propon)(?:me|nos)?\b"
    r".*\b(?:viaj\w*|viax\w*|trip|visita|visit|ruta|route|dias?|days?|escapada)\b"
)
_WISH = re.compile(
    r"\b(?:quer(?:o|emos|ia|iamos)|quier[oa]|queremos|(?:me|nos) (?:gustaria|gustarian|encantaria|apetece)|"
    r"gustaria(?:me|nos)|apeteceme|busc(?:o|amos)|planea(?:mos|ndo)|pensamos|vamos a|imos|voy a|prefer\w+|"
    r"(?:i|we) (?:want|plan|wish)|(?:i|we) (?:woul|')d (?:like|love)|(?:i|we) would (?:like|love)|looking for)\b"
)
_QUESTION_WORDS = "|".join(sorted(map(fold, in_any(lambda known: known.question_words))))
_ASKING = re.compile(
    rf"\?|¿|^(?:y |e |and )?(?:{_QUESTION_WORDS}|is|are|does|do|can)\b|\b(?:saber|dime|know|tell me)\b"
)
MIN_WORDS = 4


@dataclass(frozen=True)
class Trip:
    text: str
    days: int
    budget: str = ""
    travel_type: str = ""
    interests: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        return " ".join(part for part in (self.text, *self.interests, self.travel_type, self.budget) if part)


def asks_for_a_plan(question: Question) -> bool:
    """A wish or a plan, and not a question that has a plain answer. "Three days in Perth" is a wish."""
    text = fold(question.text)
    if _PLAN.search(text):
        return True
    if _ASKING.search(text):
        return False
    has_values = bool(question.form.get("interests")) and len(text.split()) >= MIN_WORDS
    return has_values or bool(_WISH.search(text) or _DAYS.search(text))


def trip_of(question: Question, offered: Mapping[str, Any], added: str = "") -> Trip:
    """A number of days in the text counts where the form was left at its default, one in what was `added` always."""
    limits = offered.get("days") or {}
    default = int(limits.get("default", DEFAULT_DAYS))
    given = int(question.form.get("days") or default)
    said = _DAYS.search(fold(question.text))
    said_last = said and _DAYS.search(fold(added))
    days = _days(said) if said and (given == default or said_last) else given
    return Trip(
        text=question.text,
        days=max(int(limits.get("min", 1)), min(days, int(limits.get("max", 30)))),
        budget=str(question.form.get("budget") or ""),
        travel_type=str(question.form.get("travel_type") or ""),
        interests=tuple(question.form.get("interests") or ()),
    )


def _days(said: re.Match[str]) -> int:
    number = int(said[1]) if said[1].isdigit() else NUMBERS[said[1]]
    return number * DAYS_OF_A_WEEK if said["weeks"] else number
