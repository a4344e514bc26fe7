"""Web pages: the main text without menus and boilerplate, headings, lists as lines, tables as rows."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from knowledge.ingestion import metadata
from knowledge.ingestion.extract import (
    boilerplate,
    element_text,
    footers,
    forms,
    numerals,
    panels,
    table_headers,
    tables,
    unmarked_headings,
)
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Kind, Limits, as_blocks, clean
from knowledge.ingestion.extract.encoding import decode
from knowledge.ingestion.extract.errors import Broken, Empty
from knowledge.ingestion.extract.links import find_links
from knowledge.ingestion.structure import typed
from knowledge.ingestion.titles import find_title
from knowledge.text import dates
from knowledge.text.language import confirmed
from knowledge.text.terms import fold

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*+=\s*+[\"']?\s*+([\w-]++)", re.IGNORECASE)
_HEADING = re.compile(r"h([1-6])")
_BESIDE = re.compile(r" [|·–—-] ")
_MAX_NAME = 60
"""letters of a site's name"""
_COUNTED = re.compile(r"list-style(?:-type)?\s*:\s*([\w-]+)")
_FORMS = {
    "lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A", "upper-latin": "A", "lower-roman": "i",
    "upper-roman": "I",
}  # fmt: skip
_LISTS = frozenset(("ul", "ol", "menu"))
_OF_A_HEAD = frozenset(("title", "meta", "link", "style", "script", "base", "noscript", "template", etree.Comment))
# Publishers' names of the same things.
_SYNONYMS = {
    "article:modified_time": "modified",
    "dcterms.modified": "modified",
    "last-modified": "modified",
    "article:published_time": "published",
    "dcterms.issued": "published",
    "valid-from": "valid_from",
    "valid-until": "valid_until",
    "og:site_name": "publisher",
    "dc.publisher": "publisher",
    "dcterms.publisher": "publisher",
}
_DATE_KEYS = ("modified", "published", "valid_from", "valid_until")


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    if not data.strip():
        raise Empty
    root = _parse(data)
    declared = _metadata(root)
    links = find_links(root)
    statements = footers.said(root)
    panels.name(root)
    doors = forms.doors(root)
    content = boilerplate.main_content(root)
    links = replace(links, is_form=forms.is_only(content, doors))
    reader = _Reader()
    reader.read(content)
    reader.flush()
    if not reader.blocks:
        # Nothing to index, but perhaps the way to what there is.
        return ExtractedDocument(declared, (), links=links)
    blocks = typed(reader.blocks)
    page_title, page = _title(root, blocks), "\n".join(block.text for block in blocks)
    title = find_title(blocks, page_title, page_title)
    said = _of_whole_page(title, blocks, [Block(text) for text in statements if text not in page])
    language = confirmed(declared.language, page)
    known = metadata.DocumentMetadata(title=title, language=language).over(declared)
    known = known.over(metadata.DocumentMetadata(publisher=_beside(title, root)))
    return ExtractedDocument(known, (*blocks, *said), links=links)


def blocks_of(piece: str) -> tuple[Block, ...]:
    """All that a piece of a page says."""
    try:
        root = _parse(piece.encode("utf-8", "replace"))
    except Broken:
        return ()
    etree.strip_elements(root, "script", "style", with_tail=False)
    reader = _Reader()
    reader.read(root)
    reader.flush()
    return tuple(reader.blocks)


def _of_whole_page(title: str, blocks: Sequence[Block], statements: Sequence[Block]) -> tuple[Block, ...]:
    """What the page says of itself stands under its title, not under its last heading."""
    last = next((block.text for block in reversed(blocks) if block.level), title)
    return (Block(title, 1), *statements) if title and statements and last != title else tuple(statements)


def _parse(data: bytes) -> HtmlElement:
    declared = _CHARSET.search(data[:4096])
    text = decode(data, declared[1].decode("ascii", "replace") if declared else "")
    try:
        root = document_fromstring(text.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
    except (etree.ParserError, ValueError) as error:
        raise Broken(type(error).__name__) from error
    head = root.find("head")
    if root.find("body") is None and head is not None and any(child.tag not in _OF_A_HEAD for child in head):
        head.tag = "body"  # the parser does not know that <section> or <main> end a head
    return root


def _metadata(root: HtmlElement) -> metadata.DocumentMetadata:
    values: dict[str, str] = {"lang": metadata.language_code(root.get("lang") or "")}
    for meta in root.iter("meta"):
        name = (meta.get("name") or meta.get("property") or meta.get("http-equiv") or "").lower()
        values.setdefault(_SYNONYMS.get(name, name), (meta.get("content") or "").strip())
    canonical = next((link.get("href") for link in root.iter("link") if link.get("rel") == "canonical"), "")
    values["url"] = canonical if canonical and canonical.startswith(("http://", "https://")) else ""
    values |= {"title": "", "language": ""}
    # Pages are seldom written for us: a date or a year that cannot be read is no reason to refuse one.
    for key in _DATE_KEYS:
        if not dates.parse_date(values.get(key, "")):
            values.pop(key, None)
    if not dates.academic_year(values.get("year", "")):
        values.pop("year", None)
    body = " ".join(root.itertext()) if not values.get("modified") else ""
    declared = metadata.from_mapping(values)
    return declared.over(metadata.DocumentMetadata(modified_on=dates.find_modified(clean(body))))


def _title(root: HtmlElement, blocks: Sequence[Block]) -> str:
    """The only heading of the first level, else the page's title without the site's name after a bar or a dash."""
    first = [block.text for block in blocks if block.level == 1]
    if len(first) == 1:
        return first[0]
    return _title_parts(root)[0]


def _title_parts(root: HtmlElement) -> list[str]:
    return _BESIDE.split(" ".join((root.findtext(".//title") or "").split()))


def _beside(title: str, root: HtmlElement) -> str:
    """What the page's title says beside the document's: the site's name, and often who is behind it."""
    said = fold(title)
    parts = (part for part in _title_parts(root) if fold(part) not in said and said not in fold(part))
    return tables.SEPARATOR.join(part for part in parts if len(part) <= _MAX_NAME)[: metadata.MAX_PUBLISHER]


class _Reader:
    """Walks the elements in order; text gathers until an element that starts a line of its own."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._inline: list[str] = []
        self._prefix = ""
        self._group = 0
        self._depth = 0
        """of lists in lists"""
        self._level = 1
        """of the last heading that is marked as one"""

    def read(self, element: HtmlElement) -> None:
        tag = element.tag
        if not isinstance(tag, str):
            return
        if tag == "br":
            self._inline.append("\n")
        elif tag in element_text.INLINE:
            if element_text.follows_link(element):
                self._inline.append(" ")
            self._children(element)
        else:
            self.flush()
            self._block(element)
            self.flush()

    def flush(self) -> None:
        text = clean("".join(self._inline))
        self._inline.clear()
        if text:
            kind: Kind = "item" if self._depth else "paragraph"
            self.blocks.append(Block(self._prefix + text, kind=kind, group=self._group if self._depth else 0))
            self._prefix = ""

    def _children(self, element: HtmlElement) -> None:
        keep = element.tag in ("pre", "textarea")
        self._text(element.text, keep)
        for child in element:
            self.read(child)
            self._text(child.tail, keep)

    def _text(self, text: str | None, keep_lines: bool) -> None:
        if text:
            self._inline.append(text if keep_lines else re.sub(r"\s+", " ", text))

    def _block(self, element: HtmlElement) -> None:
        if heading := _HEADING.fullmatch(element.tag):
            if title := element_text.one_line(element):
                self._level = int(heading[1])
                self.blocks.append(Block(title, self._level))
        elif level := 0 if self._depth else unmarked_headings.level(element, self._level):
            self.blocks.append(Block(element_text.one_line(element), level))
        elif element.tag in _LISTS:
            self._list(element)
        elif element.tag == "dl":
            self._definitions(element)
        elif element.tag == "table" and not boilerplate.is_layout(element):
            self._table(element)
        else:
            self._children(element)

    def _list(self, element: HtmlElement) -> None:
        self._group += not self._depth
        self._depth += 1
        number = _whole_number(element.get("start"), 1)
        for item in element:
            self.flush()
            if isinstance(item.tag, str):
                number = _whole_number(item.get("value"), number)
                self._prefix = _marker(element, number)
                self._children(item)
                self.flush()
                number += 1
            self._prefix = ""
        self._depth -= 1

    def _table(self, element: HtmlElement) -> None:
        self._group += 1
        caption = clean((element.findtext("caption") or "").replace("\n", " "))
        self.blocks += as_blocks([caption], "caption", self._group)
        self.blocks += as_blocks(_rows(element), "row", self._group)

    def _definitions(self, element: HtmlElement) -> None:
        """A short term and its meaning make a row; a longer text stands under its term."""
        for term in element.iter("dt"):
            name = element_text.one_line(term)
            following = takewhile(lambda sibling: sibling.tag == "dd", term.itersiblings("dt", "dd"))
            meanings = [text for meaning in following if (text := element_text.one_line(meaning))]
            joined = tables.SEPARATOR.join(meanings)
            if meanings and len(joined) <= 200:
                self.blocks += as_blocks([f"[{name.rstrip(':')}] {joined}"], "pair")
            else:
                self.blocks += as_blocks([name, *meanings], "definition")


def _rows(table: HtmlElement) -> list[str]:
    own = (row for row in table.iter("tr") if next(row.iterancestors("table")) is table)
    rows = [row for row in own if any(cell.tag in ("td", "th") for cell in row)]
    grid = boilerplate.grid(rows)
    header_rows = len(list(takewhile(_is_header, rows)))
    label_columns = () if header_rows else _label_columns(rows)
    if not header_rows and not label_columns and table_headers.is_sheet(boilerplate.spans(rows)):
        return tables.as_lines(boilerplate.grid(rows, repeats=False))
    if not header_rows and not label_columns and len(rows) > 2 and table_headers.looks_like_header(grid):
        header_rows = 1
    if rows and not label_columns:
        header_rows = max(header_rows, boilerplate.header_rows(rows[0]))
    return tables.as_lines(grid, header_rows, label_columns)


def _label_columns(rows: Sequence[HtmlElement]) -> tuple[int, ...]:
    """Those of <th> that all rows have, the first among them."""
    marked = [[cell.tag == "th" for cell in row if cell.tag in ("td", "th")] for row in rows]
    if not all(len(row) > 1 and row[0] for row in marked):
        return ()
    return tuple(column for column, tags in enumerate(zip(*marked, strict=False)) if all(tags))


def _marker(lists: HtmlElement, number: int) -> str:
    if lists.tag != "ol":
        return "- "
    styled = _COUNTED.search(lists.get("style", ""))
    form = _FORMS.get(styled[1].lower(), "1") if styled else lists.get("type", "1")
    counted = numerals.numeral(number, form)
    return f"{counted}{'. ' if counted.isdecimal() else ') '}"


def _whole_number(value: str | None, otherwise: int) -> int:
    return int(value) if value and value.strip().isdecimal() else otherwise


def _is_header(row: HtmlElement) -> bool:
    cells = [cell for cell in row if cell.tag in ("td", "th")]
    return bool(cells) and (row.getparent().tag == "thead" or all(cell.tag == "th" for cell in cells))
