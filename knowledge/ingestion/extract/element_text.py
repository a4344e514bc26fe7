"""What an element of a web page says as it is seen: lines and links that the page sets apart, spaces between or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from knowledge.ingestion.extract.base import clean

INLINE = frozenset(
    ("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
     "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
     "var", "wbr", "img")
)  # fmt: skip

_SPACE = re.compile(r"\s+")


def lines(element: HtmlElement) -> list[str]:
    """Those that blocks and <br> part, without empty ones."""
    pieces = "".join(_pieces(element)).split("\n")
    return [line for piece in pieces if (line := " ".join(clean(piece).split()))]


def one_line(element: HtmlElement) -> str:
    return " ".join(lines(element))


def follows_link(element: HtmlElement) -> bool:
    """Whether it is a link right behind another one: pages set both as entries of a list."""
    before = element.getprevious()
    return element.tag == "a" and before is not None and before.tag == "a" and not before.tail


def _pieces(element: HtmlElement) -> Iterator[str]:
    """Lines of the source are none of the page."""
    yield _SPACE.sub(" ", element.text or "")
    for child in element:
        if isinstance(child.tag, str):
            apart = "" if child.tag in INLINE else "\n"
            yield " " if follows_link(child) else apart
            yield from _pieces(child)
            yield apart
        yield _SPACE.sub(" ", child.tail or "")
