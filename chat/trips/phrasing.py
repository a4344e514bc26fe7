"""Patterns of what travellers say of a plan, over folded text."""

import re
from functools import cache

from chat.trips.vocabulary import alternatives
from chat.trips.when import NUMBERS


@cache
def begins() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('begins')}|{alternatives('remove')})\b")


@cache
def another_day() -> re.Pattern[str]:
    """ "otro día", "another day"."""
    return re.compile(rf"\b{alternatives('another')} {alternatives('day')}\b")


@cache
def one_for_the_other() -> re.Pattern[str]:
    """ "cambia el día 1 por el 2"."""
    article = "(?:(?:el|o|the) )?"
    return re.compile(rf"\d {alternatives('instead')} {article}(?:{alternatives('day')} )?\d")


@cache
def so_many() -> re.Pattern[str]:
    """ "Make it 6 days"."""
    return re.compile(rf"\b{alternatives('make')} (?:\d+|(?:{'|'.join(NUMBERS)})\b)")


@cache
def up_to_so_many() -> re.Pattern[str]:
    """ "Shorten it to 3 days"."""
    return re.compile(rf"\b{alternatives('up_to')} (?:\d|(?:{'|'.join(NUMBERS)})\b)")


@cache
def declined() -> re.Pattern[str]:
    """ "Sin museos": what follows is not wished for."""
    return re.compile(rf"\b(?:{alternatives('remove')}|{alternatives('dislike')}) (.+)")


@cache
def declined_shortly() -> re.Pattern[str]:
    """ "No museums", and nothing else."""
    return re.compile(r"(?:no|non) (\w+)$")
