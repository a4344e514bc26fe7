"""What of a web page is its content: menus, headers, footers, banners and hidden parts are taken out."""

import re
from collections.abc import Iterable

from lxml.html import HtmlElement

from knowledge.ingestion.extract import element_text

NEVER = frozenset(
    ("script", "style", "noscript", "template", "nav", "aside", "svg", "canvas", "iframe", "object", "select", "button",
     "input", "textarea", "dialog", "head", "title", "video", "audio")
)  # fmt: skip
_FRAME = frozenset(("header", "footer"))
_ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "search", "dialog", "menu"))
_NAMES = frozenset(
    ("menu", "nav", "navbar", "navigation", "breadcrumb", "breadcrumbs", "migas", "footer", "pie", "cookie", "cookies",
     "sidebar", "share", "social", "pagination", "related", "banner", "skip", "toolbar", "masthead", "compartir",
     "partilhar")
)  # fmt: skip
_NOTES = frozenset(("footnote", "footnotes", "endnote", "endnotes", "rearnote", "rearnotes"))
_LINK_BLOCKS = ("div", "p", "section", "span", "center", "ul", "ol")
_MIN_LINKS = 4
_MAX_LINK = 30
_MIN_SHARE = 0.02
"""of the page's letters: what holds less is not its content, whatever its tag says"""
_MAX_NAMED_SHARE = 0.6
"""of what the page says beside its links: an element that says more is no menu, whatever its class says"""
_NEVER_CONTENT = frozenset(("cookie", "cookies"))
_MAX_ASIDE = 100
"""letters beside the links of a page's edge: the site's name, an address"""
_IS_HEADING = "self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6"
_HEADING_BEFORE = f"preceding::*[{_IS_HEADING}]"
_WITHIN_HEADING = f"ancestor-or-self::*[{_IS_HEADING}]"
_TEXT_BEFORE = "preceding::text()[ancestor::body and not(ancestor::a)]"
_TEXT_AFTER = "following::text()[ancestor::body and not(ancestor::a)]"
_TO_READ = ".//text()[not(ancestor::script or ancestor::style or ancestor::noscript or ancestor::template)]"
_TO_READ_UNLINKED = _TO_READ.replace("ancestor::script", "ancestor::a or ancestor::script")
_CONTENT = "descendant-or-self::*[self::main or @role='main']"
_WORD = re.compile(r"[a-z]+")
_MAX_COLUMNS = 50


def main_content(root: HtmlElement) -> HtmlElement:
    """The element that holds the content, with what is not content taken out of it."""
    content = _content(root)
    inside = content.tag != "body"
    all_said = _length(content, _TO_READ_UNLINKED)
    for element in list(content.iter()):
        if element is not content and isinstance(element.tag, str) and _is_boilerplate(element, inside, all_said):
            element.drop_tree()
    if not inside:
        for element in [*content.iter(*_LINK_BLOCKS)]:
            if element is not content and _is_link_block(element) and _is_at_edge(element):
                element.drop_tree()
    return content


def _content(root: HtmlElement) -> HtmlElement:
    marked = root.xpath(_CONTENT)
    articles = root.xpath("//article")
    body = root.find("body")
    page = root if body is None else body
    content = max(marked, key=_length) if marked else articles[0] if len(articles) == 1 else page
    return content if _length(content) >= _MIN_SHARE * _length(page) else page


def _is_boilerplate(element: HtmlElement, inside_content: bool, all_said: int) -> bool:
    if element.getparent() is None or _is_note(element):
        return False
    if element.tag in NEVER or element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    if element.tag in _FRAME:
        return not (inside_content and element.tag == "header")
    if element.get("role", "").lower() in _ROLES:
        return True
    return _is_named_so(element, all_said) or (not inside_content and _is_menu(element))


def _is_note(element: HtmlElement) -> bool:
    """Books put their notes beside the text."""
    roles = f"{element.get('epub:type', '')} {element.get('role', '')}".replace("doc-", "").split()
    return not _NOTES.isdisjoint(roles)


def _is_named_so(element: HtmlElement, all_said: int) -> bool:
    """Class or id says menu, footer… A frame around the page may be called so too ("page__nav__left"): it is told by
    its heading, or by saying most of what the page says."""
    words = set(_WORD.findall(f"{element.get('class', '')} {element.get('id', '')}".lower()))
    is_named = not words.isdisjoint(_NAMES) or any(word.endswith("menu") for word in words)
    if not is_named or element.find(".//h1") is not None or element.find(".//main") is not None:
        return False
    is_small = _length(element, _TO_READ_UNLINKED) <= _MAX_NAMED_SHARE * all_said
    return is_small or not words.isdisjoint(_NEVER_CONTENT)


def _is_menu(element: HtmlElement) -> bool:
    """A list that is nothing but short links, on a page that does not say where its content is."""
    return element.tag in ("ul", "ol") and _is_link_block(element)


def _is_link_block(element: HtmlElement) -> bool:
    texts = [link.text_content().strip() for link in element.iter("a")]
    if len(texts) < _MIN_LINKS or max(map(len, texts)) > _MAX_LINK:
        return False
    return _count_letters(texts) >= 0.9 * _count_letters([element.text_content()])


def _is_at_edge(element: HtmlElement) -> bool:
    """Before all headings, or where nothing is left to read; links that a heading or a colon announces are content."""
    if not element.xpath(_HEADING_BEFORE) and _count_letters(element.xpath(_TEXT_BEFORE)) <= _MAX_ASIDE:
        return True
    above = element.xpath("preceding::text()[normalize-space()][1]")
    is_announced = not above or above[0].rstrip().endswith(":") or above[0].getparent().xpath(_WITHIN_HEADING)
    return not is_announced and _count_letters(element.xpath(_TEXT_AFTER)) <= _MAX_ASIDE


def _count_letters(texts: Iterable[str]) -> int:
    return sum(letter.isalnum() for text in texts for letter in text)


def _length(element: HtmlElement, texts: str = _TO_READ) -> int:
    return sum(len("".join(text.split())) for text in element.xpath(texts))


def is_layout(table: HtmlElement) -> bool:
    """A table that arranges the page: it holds headings or other tables, or has a single column."""
    if table.get("role") in ("presentation", "none") or table.find(".//table") is not None:
        return True
    if any(table.find(f".//{tag}") is not None for tag in ("h1", "h2", "h3")):
        return True
    return all(len(row) <= 1 for row in table.iter("tr"))


def grid(rows: list[HtmlElement], *, repeats: bool = True) -> list[list[str]]:
    """The cells' texts, those that span several rows repeated in each; those that span several columns, too, unless
    told otherwise."""
    table: list[list[str]] = []
    pending: dict[int, tuple[int, str]] = {}
    for row in rows:
        cells: list[str] = []
        beside = [cell for cell in row if cell.tag in ("td", "th")]
        for cell in beside:
            _fill(cells, pending)
            text = "\n".join(element_text.lines(cell))
            for column in range(_span(cell, "colspan")):
                # What spans a whole row is no value of its columns.
                shown = text if column == 0 or (repeats and len(beside) > 1) else ""
                if (down := _span(cell, "rowspan")) > 1:
                    pending[len(cells)] = (down - 1, shown)
                cells.append(shown)
        _fill(cells, pending)
        table.append(cells)
    return table


def spans(rows: list[HtmlElement]) -> list[list[int]]:
    """Over how many columns each cell of a row stands."""
    return [[_span(cell, "colspan") for cell in row if cell.tag in ("td", "th")] for row in rows]


def header_rows(row: HtmlElement) -> int:
    """Of a table whose first row has cells over several columns and others over several rows: as many as these."""
    spans = [(_span(cell, "colspan"), _span(cell, "rowspan")) for cell in row if cell.tag in ("td", "th")]
    down = max((rows for _columns, rows in spans), default=1)
    return down if down > 1 and max(columns for columns, _rows in spans) > 1 else 0


def _fill(cells: list[str], pending: dict[int, tuple[int, str]]) -> None:
    while len(cells) in pending:
        rows_left, text = pending.pop(len(cells))
        if rows_left > 1:
            pending[len(cells)] = (rows_left - 1, text)
        cells.append(text)


def _span(cell: HtmlElement, name: str) -> int:
    value = cell.get(name, "1").strip()
    return min(max(int(value), 1), _MAX_COLUMNS) if value.isdecimal() else 1
