"""Elements of a page that are alike and say a few short things each, such as a person's name, office and hours: rows of
a table that is drawn without one."""

from collections.abc import Iterator

from lxml.html import HtmlElement

from knowledge.ingestion.extract.boilerplate import INLINE, NEVER
from knowledge.ingestion.extract.tables import SEPARATOR

MIN_CARDS = 3
MIN_LINES, MAX_LINES = 2, 8
MAX_LINE = 80
"""letters"""
_OTHERWISE = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "pre", "form"))
"""what has an order of its own"""


def rows(element: HtmlElement) -> list[str]:
    """Each card's lines as a row, of an element that holds nothing but cards; else none."""
    children = [child for child in element if isinstance(child.tag, str) and child.text_content().strip()]
    if len(children) < MIN_CARDS or not _are_alike(children) or _has_own_text(element):
        return []
    cards = [list(_lines(child)) for child in children]
    return [SEPARATOR.join(lines) for lines in cards] if all(map(_is_card, cards)) else []


def _are_alike(children: list[HtmlElement]) -> bool:
    first = children[0]
    if (
        first.tag in INLINE
        or first.tag == "p"
        or any(next(child.iter(*_OTHERWISE), None) is not None for child in children)
    ):
        return False
    return all((child.tag, child.get("class")) == (first.tag, first.get("class")) for child in children)


def _has_own_text(element: HtmlElement) -> bool:
    return any((text or "").strip() for text in (element.text, *(child.tail for child in element)))


def _lines(card: HtmlElement) -> Iterator[str]:
    """The texts of the innermost elements that begin a line."""
    for element in card.iter():
        if not isinstance(element.tag, str) or element.tag in INLINE or element.tag in NEVER:
            continue
        is_innermost = all(within.tag in INLINE or within.tag == "br" for within in element.iterdescendants())
        if is_innermost and (text := " ".join(element.text_content().split())):
            yield text


def _is_card(lines: list[str]) -> bool:
    """Short, with a figure or an address that says something of what is named."""
    is_short = MIN_LINES <= len(lines) <= MAX_LINES and all(len(line) <= MAX_LINE for line in lines)
    return is_short and any(letter.isdigit() or letter == "@" for line in lines for letter in line)
