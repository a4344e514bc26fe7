"""What documents call themselves and how they are dated: the words of words.toml."""

import re
import tomllib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("words.toml")


@cache
def any_of(name: str) -> str:
    """A regular expression for any of the words under `name`, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words_of(name), key=len, reverse=True))


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words under `name`, as they are."""
    return tuple(tomllib.loads(_FILE.read_text(encoding="utf-8"))[name])
