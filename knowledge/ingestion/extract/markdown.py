"""Markdown with front matter in YAML or TOML: words without syntax, headings, lists as lines, tables as rows.

A web page with front matter is read as one.
"""

import re
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from knowledge.ingestion import metadata
from knowledge.ingestion.extract import front_matter, html, table_headers, tables, text_headings
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Limits, as_blocks, clean
from knowledge.ingestion.extract.encoding import decode_within
from knowledge.ingestion.extract.errors import Empty
from knowledge.ingestion.layout.page_breaks import without_page_breaks
from knowledge.ingestion.layout.wrapping import margin, rejoin
from knowledge.ingestion.structure import typed

_TAG = re.compile(r"<!--(?:.*?-->|.*)|</?[a-zA-Z][^<>]*>", re.DOTALL)
# "{{ site.baseurl }}", "{% include menu.html %}", "{{< note >}}": what a generator of websites fills in; "{{x}}" is
# of a formula.
_TEMPLATE = re.compile(r"\{\{(?=\s|[<%]|\w{1,40}[.|])[^{}\n]{0,200}\}\}|\{%[^{}\n]{0,200}%\}")
# "## Grading {#grading .wide}": what Pandoc and kramdown write after a heading.
_ATTRIBUTES = re.compile(r"(?<!\s)\s++\{:?\s*+[#.][^{}\n]{0,200}\}$")
_ELEMENT = re.compile(
    r"</?(?:article|d[dlt]|details|div|h[1-6]|li|main|ol|p|section|summary|table|tbody|t[dhr]|thead|ul)\b",
    re.IGNORECASE,
)
_WEB_PAGE_SHARE = 0.5
"""of the lines, in which an element begins or ends: such a file is a web page with front matter"""
_GROUPED = ("item", "row", "caption")
# What is left of emphasis that was never closed; "2**3" is a power, "____" a line to write on.
_UNPAIRED = re.compile(r"\*{4,}+|\*{2,}+(?!\w)|(?<![\w*])\*{2,}+|(?<![_\w])__(?!_)|(?<!_)__(?![_\w])")
_SOFT_BREAK = "\v"
"""a line's end in the source"""
_MAX_UNDERLINED = 120
"""letters of a heading that is marked by a line below it"""
_PARSER = MarkdownIt("commonmark").enable("table").enable("strikethrough")
# What is indented in a web page is no program.
_WEB_PAGES = MarkdownIt("commonmark").enable("table").disable("code")
_RULE = re.compile(r"^ {0,3}\|[ :|-]++$", re.MULTILINE)
"""below a table's header"""


def extract(data: bytes, limits: Limits) -> ExtractedDocument:
    text = decode_within(data, limits)
    values, body = front_matter.split(text)
    declared, ignored = metadata.said_by_itself(values)
    kept_in_front = front_matter.as_markdown(values)
    if len(kept_in_front) > len(body):
        body = f"{kept_in_front}\n\n{body}"
    body = _RULE.sub(_unbroken, _TEMPLATE.sub("", body))
    if not body.strip():
        raise Empty
    if _is_web_page(body):
        page = html.extract(_WEB_PAGES.render(body).encode("utf-8", "replace"), limits)
        return replace(page, metadata=declared.over(page.metadata), ignored=ignored)
    body, running = without_page_breaks(body)
    root = SyntaxTreeNode(_PARSER.parse(body))
    width = margin(part.split("\n") for part in body.split("\n\n"))
    blocks = typed(_all_blocks(root, width))
    return ExtractedDocument(declared, blocks, margins=as_blocks(running), ignored=ignored)


def _is_web_page(body: str) -> bool:
    lines = [line for line in body.split("\n") if line.strip()]
    return sum(_ELEMENT.search(line) is not None for line in lines) >= _WEB_PAGE_SHARE * len(lines)


def _unbroken(rule: re.Match[str]) -> str:
    """`|--- ---|---|` → `|-------|---|`: with a gap it would be no table."""
    return re.sub(r"(?<=-) +(?=-)", "-", rule[0])


def _all_blocks(root: SyntaxTreeNode, width: int) -> list[Block]:
    """A list or table is a group, its number the place of its node."""
    levels = _unmarked_levels(root)
    found: list[Block] = []
    for number, node in enumerate(root.children, 1):
        blocks = _blocks(node, "", width)
        if (level := levels.get(number)) and blocks:
            blocks = (replace(blocks[0], level=level, kind="heading"),)
        found += [replace(block, group=number) if block.kind in _GROUPED else block for block in blocks]
    return found


def _unmarked_levels(root: SyntaxTreeNode) -> dict[int, int]:
    """Of lines that are headings as in a plain text, by the place of their node; none where any heading is marked."""
    if any(node.type == "heading" and not _is_underlined_text(node) for node in root.children):
        return {}
    paragraphs = [_lines(node) for node in root.children]
    return {number: level for number, level in enumerate(text_headings.names(paragraphs), 1) if level}


def _lines(node: SyntaxTreeNode) -> list[str]:
    """As a plain text would have them; one that is empty for a node without text."""
    if node.type == "paragraph":
        return _inline(node).replace(_SOFT_BREAK, "\n").split("\n")
    return [block.text for block in _blocks(node, "", 0)] or [""]


def _blocks(node: SyntaxTreeNode, prefix: str, width: int) -> tuple[Block, ...]:
    match node.type:
        case "heading" if _is_underlined_text(node):
            return as_blocks(rejoin(_inline(node).split(_SOFT_BREAK), width))
        case "heading":
            title = _ATTRIBUTES.sub("", " ".join(clean(_inline(node).replace(_SOFT_BREAK, " ")).split("\n")))
            return (Block(title, int(node.tag[1])),) if title else ()
        case "paragraph":
            lines = _inline(node).split(_SOFT_BREAK)
            return as_blocks([prefix + " ".join(lines)] if prefix else rejoin(lines, width))
        case "bullet_list" | "ordered_list":
            return _items(node, width)
        case "table":
            rows = [[_inline(cell) for cell in row.children] for part in node.children for row in part.children]
            # Markdown has no table without a header: forms are written with their first row, or nothing, in its place.
            return as_blocks(tables.as_lines(rows, header_rows=int(not table_headers.is_form(rows))), "row")
        case "fence" | "code_block":
            return as_blocks([node.content])
        case "html_block":
            return html.blocks_of(node.content) or as_blocks([_TAG.sub(" ", node.content)])
        case _:
            return tuple(block for child in node.children for block in _blocks(child, prefix, width))


def _is_underlined_text(node: SyntaxTreeNode) -> bool:
    """Whether a line of dashes parts the lines above it from what follows, and underlines no title."""
    return not node.markup.startswith("#") and len(_inline(node)) > _MAX_UNDERLINED


def _items(node: SyntaxTreeNode, width: int) -> tuple[Block, ...]:
    """Each item on a line of its own, with its mark; what follows in the same item has none."""
    blocks: list[Block] = []
    number = int(node.attrGet("start") or 1) if node.type == "ordered_list" else 0
    for item in node.children:
        mark = f"{number}. " if number else "- "
        for child in item.children:
            inner = _blocks(child, mark or " ", width)
            blocks += [replace(block, kind="item") if block.kind == "paragraph" else block for block in inner]
            mark = ""
        number += 1 if number else 0
    return tuple(blocks)


def _inline(node: SyntaxTreeNode) -> str:
    match node.type:
        case "text":
            return _UNPAIRED.sub("", node.content)
        case "code_inline":
            return node.content
        case "softbreak":
            return _SOFT_BREAK
        case "hardbreak":
            return "\n"
        case "html_inline":
            return "\n" if node.content.lower().startswith("<br") else ""
        case _:
            return "".join(_inline(child) for child in node.children)
