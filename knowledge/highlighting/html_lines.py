"""All lines of a web page, what is not indexed too. Runs in a child process."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from knowledge.ingestion.extract.encoding import decode
from knowledge.ingestion.extract.errors import Broken

MAX_LINES = 5000
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*+=\s*+[\"']?\s*+([\w-]++)", re.IGNORECASE)
_UNSEEN = frozenset(("script", "style", "noscript", "template", "svg", "head", "iframe", "object"))
_INLINE = frozenset(
    ("a", "abbr", "b", "cite", "code", "em", "font", "i", "label", "mark", "q", "small", "span", "strong", "sub", "sup",
     "time", "u")
)  # fmt: skip


def lines(data: bytes) -> list[str]:
    """MAX_LINES at most. Raises Broken."""
    declared = _CHARSET.search(data[:4096])
    text = decode(data, declared[1].decode("ascii", "replace") if declared else "")
    try:
        root = document_fromstring(text.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
    except (etree.ParserError, ValueError) as error:
        raise Broken(type(error).__name__) from error
    found = (" ".join(line.split()) for line in "".join(_said(root)).split("\n"))
    return [line for line in found if any(map(str.isalnum, line))][:MAX_LINES]


def _said(element: HtmlElement) -> Iterator[str]:
    """The text in order, a line break around whatever is not part of a line."""
    for event, one in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        is_element = isinstance(one.tag, str)
        is_unseen = is_element and any(above.tag in _UNSEEN for above in (one, *one.iterancestors()))
        if event == "start" and not is_unseen:
            yield ("" if one.tag in _INLINE else "\n") + " ".join((one.text or "").split("\n"))
        elif event != "start":
            hidden = any(above.tag in _UNSEEN for above in one.iterancestors())
            tail = "" if hidden else " ".join((one.tail or "").split("\n"))
            yield ("" if one.tag in _INLINE or not is_element else "\n") + tail
