"""What the footers of a web page say that is worth reading: its date or version, and how to reach somebody."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby

from lxml import etree
from lxml.html import HtmlElement

from knowledge.ingestion.extract.boilerplate import NEVER
from knowledge.ingestion.extract.element_text import INLINE
from knowledge.ingestion.words import any_of
from knowledge.text.dates import DATE

_FOOTERS = frozenset(("footer", "pie", "contentinfo"))
_WITHIN_A_LINE = INLINE | {"br"}
_MAX_STATEMENT = 160
_MAX_CONTACTS = 1000
"""letters of a footer with a contact that are kept"""
_MENU_SHARE = 0.8
_PART = re.compile(r"\n|\s[·|•–—-]\s|(?<=[.!?])\s+(?=[^\Wa-z\d_])")
_STATES = re.compile(rf"\b(?:{any_of('page_states')})\b", re.IGNORECASE)
_VERSION = re.compile(rf"\b(?:{any_of('versions')})\s+\d", re.IGNORECASE)
_TELEPHONE = re.compile(r"(?<![\d/])\+?\d(?:[ ().-]{0,2}\d){8,14}(?!\d)")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.\w")
_WORD = re.compile(r"[a-z]+")


def said(root: HtmlElement) -> list[str]:
    """Texts of one line or several."""
    footers = _footers(root)
    reached = _contacts(footers)
    return [*reached, *(text for text in _statements(footers) if text not in "\n".join(reached))]


def _statements(footers: Sequence[HtmlElement]) -> list[str]:
    """What the page's footers say of its date or version."""
    found = {}
    for footer in footers:
        for part in _PART.split("".join(_without_links(footer))):
            text = " ".join(part.split())
            if len(text) <= _MAX_STATEMENT and not text.startswith("©") and _states(text):
                found[text] = None
    return list(found)


def _contacts(footers: Sequence[HtmlElement]) -> list[str]:
    """Of the footers that give a telephone or an e-mail, all but their menus: what stands together, such as an office,
    its street and its telephone, is one text of several lines."""
    found: dict[str, None] = {}
    for footer in footers:
        near = groupby(_lines(footer), key=lambda one: one[0])
        groups = ["\n".join(text for _element, text in together).replace(":\n", ": ") for _parent, together in near]
        if any(_TELEPHONE.search(text) or _MAIL.search(text) for text in groups):
            found |= dict.fromkeys(groups)
    told = [text for text in found if _MAIL.search(text) or any(map(str.isdigit, text))]
    lengths = accumulate(map(len, told))
    return [text for text, length in zip(told, lengths, strict=True) if length <= _MAX_CONTACTS]


def _footers(root: HtmlElement) -> list[HtmlElement]:
    """The outermost, without scripts and comments."""
    found, waiting = [], [root]
    while waiting:
        element = waiting.pop()
        if _is_footer(element):
            etree.strip_elements(element, etree.Comment, *NEVER, with_tail=False)
            found.append(element)
        else:
            waiting += [child for child in reversed(element) if isinstance(child.tag, str)]
    return found


def _is_footer(element: HtmlElement) -> bool:
    named = set(_WORD.findall(f"{element.get('class', '')} {element.get('id', '')} {element.get('role', '')}".lower()))
    if element.tag != "footer" and not named & _FOOTERS:
        return False
    return element.find(".//h1") is None and element.find(".//main") is None


def _lines(footer: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    """The lines of the innermost elements that begin one, each with the element that its neighbours stand in too."""
    for element in footer.iter(etree.Element):
        if element.tag in _WITHIN_A_LINE or any(part.tag not in _WITHIN_A_LINE for part in element.iterdescendants()):
            continue
        pieces, near = list(_pieces(element)), footer if element is footer else element.getparent()
        if _is_menu(filter(None, pieces)):
            continue
        for _, broken in groupby(pieces, key=lambda one: one is None):
            line = list(filter(None, broken))
            text = " ".join("".join(text for text, _linked in line).split())
            # A street leads to a map.
            if text and "©" not in text and (any(map(str.isdigit, text)) or not _is_menu(line)):
                yield near, text


def _pieces(element: HtmlElement, *, linked: bool = False) -> Iterator[tuple[str, bool] | None]:
    """Its texts, each with whether it links to another page; None where a line is broken."""
    yield element.text or "", linked
    for child in element:
        if child.tag == "br":
            yield None
        elif isinstance(child.tag, str):
            leads_away = child.tag == "a" and not child.get("href", "").startswith(("mailto:", "tel:"))
            yield from _pieces(child, linked=linked or leads_away)
        yield child.tail or "", linked


def _is_menu(pieces: Iterable[tuple[str, bool]]) -> bool:
    """Links to other pages and nothing else."""
    letters = [(len("".join(text.split())), linked) for text, linked in pieces]
    return sum(count for count, linked in letters if linked) >= _MENU_SHARE * sum(count for count, _linked in letters)


def _without_links(element: HtmlElement) -> Iterator[str]:
    """Each element that is no mark within a line begins one, and so does what follows a link."""
    yield element.text or ""
    for child in element:
        if child.tag == "a":
            yield "\n"
        elif child.tag in INLINE:
            yield from _without_links(child)
        else:
            yield "\n"
            yield from _without_links(child)
            yield "\n"
        yield child.tail or ""


def _states(text: str) -> bool:
    return _VERSION.search(text) is not None or (_STATES.search(text) is not None and DATE.search(text) is not None)
