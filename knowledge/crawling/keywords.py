"""Keywords that decide what is taken in: lists that come with the site, and a website's own."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from knowledge.crawling.scope import lines
from knowledge.models import WebSource

_FOLDER = Path(__file__).with_name("keyword_lists")


def list_names() -> list[str]:
    return sorted(path.stem for path in _FOLDER.glob("*.txt"))


class Keywords:
    """Whole words, whatever their accents and capitals."""

    def __init__(self, words: list[str]) -> None:
        folded = sorted({" ".join(_words(word)) for word in words} - {""}, key=len, reverse=True)
        self._pattern = re.compile(rf" (?:{'|'.join(map(re.escape, folded))}) ") if folded else None

    def allow(self, *texts: str) -> bool:
        """Whether one of the texts has one; without keywords, always."""
        return self._pattern is None or any(self._pattern.search(f" {' '.join(_words(text))} ") for text in texts)


def keywords_of(source: WebSource) -> Keywords:
    shipped = of_list(source.keyword_list) if source.keyword_list in list_names() else ()
    return Keywords([*shipped, *lines(source.keywords)])


@cache
def of_list(name: str) -> tuple[str, ...]:
    return tuple(lines((_FOLDER / f"{name}.txt").read_text(encoding="utf-8")))


def _words(text: str) -> list[str]:
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
    return re.findall(r"[^\W_]+", plain.lower())
