"""The patterns of wordings.toml, by which messages are understood."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.text.terms import fold

_FILE = Path(__file__).with_name("wordings.toml")


@cache
def table(name: str) -> Mapping[str, Sequence[Any]]:
    found: Mapping[str, Sequence[Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))[name]
    return found


def any_of(name: str, key: str) -> str:
    """A pattern that any of a list matches."""
    return f"(?:{'|'.join(table(name)[key])})"


def plain(text: str) -> str:
    """Its folded words alone, as most of the patterns are matched with."""
    return " ".join(re.findall(r"[^\W_]+", fold(text)))


def word(name: str, key: str) -> re.Pattern[str]:
    """Finds any of a list as whole words."""
    return re.compile(rf"\b{any_of(name, key)}\b")
