"""What of a web page is its content: menus, headers, footers, banners and hidden parts are taken out."""

import re

from lxml.html import HtmlElement

_NEVER = frozenset(
    ("script", "style", "noscript", "template", "nav", "aside", "svg", "canvas", "iframe", "object", "select", "button",
     "input", "textarea", "dialog", "head", "video", "audio")
)  # fmt: skip
_FRAME = frozenset(("header", "footer"))
_ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "search", "dialog", "menu"))
_NAMES = frozenset(
    ("menu", "nav", "navbar", "navigation", "breadcrumb", "breadcrumbs", "migas", "footer", "pie", "cookie", "cookies",
     "sidebar", "share", "social", "pagination", "related", "banner", "skip", "toolbar", "masthead")
)  # fmt: skip
_CONTENT = "descendant-or-self::*[self::main or @role='main']"
_WORD = re.compile(r"[a-z]+")
_MOST_COLUMNS = 50


def main_content(root: HtmlElement) -> HtmlElement:
    """The element that holds the content, with what is not content taken out of it."""
    content = _content(root)
    inside = content.tag != "body"
    for element in list(content.iter()):
        if element is not content and isinstance(element.tag, str) and _is_boilerplate(element, inside):
            element.drop_tree()
    return content


def _content(root: HtmlElement) -> HtmlElement:
    marked = root.xpath(_CONTENT)
    articles = root.xpath("//article")
    body = root.find("body")
    if marked:
        return max(marked, key=_length)
    return articles[0] if len(articles) == 1 else root if body is None else body


def _is_boilerplate(element: HtmlElement, inside_content: bool) -> bool:
    if element.getparent() is None:
        return False
    if element.tag in _NEVER or element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    if element.tag in _FRAME:
        return not (inside_content and element.tag == "header")
    if element.get("role", "").lower() in _ROLES:
        return True
    return _is_named_so(element) or (not inside_content and _is_menu(element))


def _is_named_so(element: HtmlElement) -> bool:
    """Class or id says menu, footer… A frame around the page may be called so too: it is told by its heading."""
    words = set(_WORD.findall(f"{element.get('class', '')} {element.get('id', '')}".lower()))
    return bool(words & _NAMES) and element.find(".//h1") is None and element.find(".//main") is None


def _is_menu(element: HtmlElement) -> bool:
    """A list that is nothing but short links, on a page that does not say where its content is."""
    if element.tag not in ("ul", "ol"):
        return False
    links = [len(link.text_content().strip()) for link in element.iter("a")]
    return len(links) >= 4 and max(links) <= 30 and sum(links) >= 0.9 * _length(element)


def _length(element: HtmlElement) -> int:
    return len("".join(element.text_content().split()))


def is_layout(table: HtmlElement) -> bool:
    """A table that arranges the page: it holds headings or other tables, or has a single column."""
    if table.get("role") in ("presentation", "none") or table.find(".//table") is not None:
        return True
    if any(table.find(f".//{tag}") is not None for tag in ("h1", "h2", "h3")):
        return True
    return all(len(row) <= 1 for row in table.iter("tr"))


def grid(rows: list[HtmlElement]) -> list[list[str]]:
    """The cells' texts, those that span several columns or rows repeated in each."""
    table: list[list[str]] = []
    pending: dict[int, tuple[int, str]] = {}
    for row in rows:
        cells: list[str] = []
        beside = [cell for cell in row if cell.tag in ("td", "th")]
        for cell in beside:
            _fill(cells, pending)
            text = " ".join(cell.text_content().split())
            for column in range(_span(cell, "colspan")):
                # What spans a whole row is no value of its columns.
                shown = text if column == 0 or len(beside) > 1 else ""
                if (down := _span(cell, "rowspan")) > 1:
                    pending[len(cells)] = (down - 1, shown)
                cells.append(shown)
        _fill(cells, pending)
        table.append(cells)
    return table


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
    return min(max(int(value), 1), _MOST_COLUMNS) if value.isdecimal() else 1
