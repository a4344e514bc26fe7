"""The words by which travellers say what a plan is to be, from words/*.toml: those of all languages together."""

import re
import tomllib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("words")


@cache
def _words() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for file in sorted(FOLDER.glob("*.toml")):
        for name, said in tomllib.loads(file.read_text()).items():
            found.setdefault(name, []).extend(said.split() if isinstance(said, str) else said)
    return {name: tuple(dict.fromkeys(said)) for name, said in found.items()}


@cache
def alternatives(name: str) -> str:
    """A group for a regular expression over folded text, the longest first."""
    longest_first = sorted(_words()[name], key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", " ") for word in longest_first) + ")"


@cache
def pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives(name)}\b")


@cache
def is_said(word: str) -> bool:
    """Whether a folded word stands in any of the lists, by itself or as the beginning of what does."""
    return any(re.fullmatch(alternatives(name), word) for name in _words())


def says(name: str, folded: str) -> bool:
    return bool(pattern(name).search(folded))
