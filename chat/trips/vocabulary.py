"""The words by which travellers say what a plan is to be, from words/*.toml: those of all languages together.

Of a table in these files each list is named after both: `topics.food`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.text.months import NAMES, WEEKDAYS
from knowledge.text.numbers import ANY_COUNT
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold

MIN_NAME_WORD = 3
FOLDER = Path(__file__).with_name("words")


@cache
def _words() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for file in sorted(FOLDER.glob("*.toml")):
        for name, said in _lists(tomllib.loads(file.read_text())):
            found.setdefault(name, []).extend(said.split() if isinstance(said, str) else said)
    return {name: tuple(dict.fromkeys(said)) for name, said in found.items()}


def _lists(read: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, said in read.items():
        if isinstance(said, dict):
            yield from ((f"{name}.{one}", words) for one, words in said.items())
        else:
            yield name, said


def words(name: str) -> tuple[str, ...]:
    """Those of a list as they stand in the files."""
    return _words()[name]


@cache
def names(table: str) -> tuple[str, ...]:
    """Of the lists in a table, each as `says` takes it."""
    return tuple(name for name in _words() if name.startswith(f"{table}."))


@cache
def alternatives(name: str) -> str:
    """A group for a regular expression over folded text, the longest first."""
    longest_first = sorted(_words()[name], key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", " ") for word in longest_first) + ")"


def phrase(template: str) -> re.Pattern[str]:
    """A pattern over folded text in which `{name}` is any word of that list, `{number}`, `{month_name}` and `{weekday}`
    any such word."""
    return re.compile(re.sub(r"{([a-z_.]+)}", lambda one: _OTHERS.get(one[1]) or alternatives(one[1]), template))


NUMBERS = {word: number for word, number in ANY_COUNT.items() if number} | dict.fromkeys(words("one"), 1)
_OTHERS = {
    name: f"(?:{'|'.join(sorted(some, key=len, reverse=True))})"
    for name, some in {"number": [r"\d{1,2}", *NUMBERS], "month_name": NAMES, "weekday": WEEKDAYS}.items()
}


def number_of(word: str) -> int:
    """Of what `{number}` finds."""
    return int(word) if word.isdigit() else NUMBERS[word]


@cache
def pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives(name)}\b")


@cache
def is_said(word: str) -> bool:
    """Whether a folded word stands in any of the lists, by itself or as the beginning of what does."""
    return any(re.fullmatch(alternatives(name), word) for name in _words())


def says(name: str, folded: str) -> bool:
    return bool(pattern(name).search(folded))


def said_of(table: str, folded: str) -> tuple[str, ...]:
    """The lists of a table that a text has a word of."""
    return tuple(name for name in names(table) if says(name, folded))


def thing(word: str) -> str:
    """The list of a folded word among what guides list, whatever its language and number; empty of another word."""
    return next((name for name in names("things") if re.fullmatch(alternatives(name), word)), "")


def thing_at(folded: str) -> tuple[str, str]:
    """The list that a text begins with a word of, and that word, the longest: "theme parks" are no parks."""
    found = ((name, match[0]) for name in names("things") if (match := _alone(name).match(folded)))
    return max(found, key=lambda one: len(one[1]), default=("", ""))


@cache
def _alone(name: str) -> re.Pattern[str]:
    return re.compile(rf"{alternatives(name)}(?!\w)")


def meaning(word: str) -> str:
    """What a folded word and its like are found by, as `tells` takes it: its list, or the beginning that its forms
    share, as those of museo, museum and their plurals do."""
    return thing(word) or re.sub(r"(?<=\w{3})[aeo]?s?$", "", word)


def meanings(folded: str) -> tuple[str, ...]:
    """Those of the things that a text says, which may be of several words, and then of each other word of weight."""
    things = said_of("things", folded)
    words = (word for word in without(folded, *things).split() if len(word) >= MIN_NAME_WORD and word not in STOPWORDS)
    return (*things, *map(meaning, words))


@cache
def sought() -> frozenset[str]:
    """Of the things that guides list what one does, and animals: looked for wherever any guide tells of them."""
    return frozenset(f"things.{one}" for one in words("sought.things"))


def nearest(one: str) -> tuple[str, ...]:
    """The things that come nearest to one."""
    name = one.replace("things", "nearest", 1)
    return tuple(f"things.{other}" for other in words(name)) if name in names("nearest") else ()


@cache
def _english() -> re.Pattern[str]:
    """Words of things that are of English alone, where one stands before the rest of a name: "Kangaroo Point"."""
    other = {
        fold(word)
        for file in FOLDER.glob("*.toml")
        if file.stem != "en"
        for said in tomllib.loads(file.read_text())["things"].values()
        for word in said
    }
    said = tomllib.loads((FOLDER / "en.toml").read_text())["things"].values()
    only = sorted({word for some in said for word in some if word not in other}, key=len, reverse=True)
    begins = "|".join(rf"{word[0].upper()}{re.escape(word[1:])}".replace(r"\*", r"\w*") for word in only)
    return re.compile(rf"\b(?:{begins}) (?=[A-Z])")


def tells(one: str, text: str) -> bool:
    """Whether a text has a word of that meaning; not "Kangaroo Point" of kangaroos, whose name is of a point."""
    folded = fold(_english().sub(" ", text) if one in names("things") else text)
    return (
        says(one, folded)
        if one in names("things")
        else any(word.startswith(one) for word in re.findall(r"\w+", folded))
    )


def tells_all(meant: Iterable[str], text: str) -> bool:
    return all(tells(one, text) for one in meant)


def without(folded: str, *lists: str) -> str:
    for name in lists:
        folded = pattern(name).sub(" ", folded)
    return folded
