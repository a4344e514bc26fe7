"""Lines that a web page shows as headings and does not mark as such."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from knowledge.ingestion.extract import element_text

# Classes of blocks that content systems set as headings: "card-title", "elementor-heading-title", "titulo".
_CALLED_TITLE = re.compile(r"(?:^|\s)(?:[\w-]*[-_])?(?:page)?(?:title|titulo|tit|heading)(?:\s|$)", re.IGNORECASE)
_TERMINAL = (".", ",", ";", ":", "!")
_MAX_LETTERS = 100
_MARKED = 6
"""levels of headings that are marked"""
BOLD_LEVEL = 7
"""below them all, so that none names the document where another one does"""
_BOLD = "string-length(normalize-space(string(descendant-or-self::*[self::strong or self::b][1])))"


def level(element: HtmlElement, above: int) -> int:
    """0 for a line that is none; `above` is the level of the last heading that is marked."""
    if element.tag not in ("div", "p") or not _is_line(element):
        return 0
    if _CALLED_TITLE.search(element.get("class", "")):
        return min(above + 1, _MARKED)
    return BOLD_LEVEL if _stands_out(element) else 0


def _is_line(element: HtmlElement) -> bool:
    inside = (one.tag for one in element.iterdescendants() if isinstance(one.tag, str))
    if not all(tag in element_text.INLINE for tag in inside):
        return False  # frames around frames, whose text is not read for each of them
    said = element_text.lines(element)
    return len(said) == 1 and len(said[0]) <= _MAX_LETTERS and not said[0].endswith(_TERMINAL)


def _stands_out(element: HtmlElement) -> bool:
    """A paragraph all in bold above one that is not; a figure in it, but for its number, may be what it says, and a
    question goes with what follows it (knowledge/ingestion/asked.py)."""
    if element.tag != "p" or not _is_bold(element) or element.getnext() is None or _is_bold(element.getnext()):
        return False
    said = element_text.one_line(element)
    return not said.endswith("?") and not any(map(str.isdigit, said.lstrip("0123456789.)ºª")))


def _is_bold(element: HtmlElement) -> bool:
    return bool(0 < element.xpath(_BOLD) == element.xpath("string-length(normalize-space(string()))"))
