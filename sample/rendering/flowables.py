"""Markdown to what reportlab lays out: headings, paragraphs, lists, tables."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, HRFlowable, PageBreak, Paragraph, Spacer, Table, TableStyle

INK = colors.HexColor("#1c2733")
ACCENT = colors.HexColor("#1f4e79")
RULE = colors.HexColor("#9fb1c1")
SHADE = colors.HexColor("#e6edf3")
CELL_PADDING = 4
BULLET_GAP = 9
DIGIT_WIDTH = 0.56  # of the font's size

BODY = ParagraphStyle(
    "body", fontName="Helvetica", fontSize=9.5, leading=13, textColor=INK, alignment=TA_JUSTIFY, spaceAfter=5
)
LIST = ParagraphStyle("list", parent=BODY, alignment=0, spaceAfter=2, bulletFontSize=BODY.fontSize)
QUOTE = ParagraphStyle("quote", parent=BODY, leftIndent=12, rightIndent=12, fontName="Helvetica-Oblique")
CODE = ParagraphStyle("code", parent=BODY, fontName="Courier", fontSize=8.5, alignment=0)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=8.5, leading=11, alignment=0, spaceAfter=0)
HEAD_CELL = ParagraphStyle("head-cell", parent=CELL, fontName="Helvetica-Bold")


def _heading(level: int, size: float, before: float) -> ParagraphStyle:
    return ParagraphStyle(
        f"heading{level}", fontName="Helvetica-Bold", fontSize=size, leading=size * 1.25, textColor=ACCENT,
        spaceBefore=before, spaceAfter=size * 0.4, keepWithNext=True,
    )  # fmt: skip


HEADINGS = {1: _heading(1, 19, 0), 2: _heading(2, 13.5, 10), 3: _heading(3, 11, 7), 4: _heading(4, 9.5, 5)}


class Heading(Paragraph):
    """A paragraph that the page template also enters in the PDF's outline."""

    def __init__(self, markup: str, plain: str, level: int) -> None:
        super().__init__(markup, HEADINGS[level])
        self.plain = plain
        self.level = level


def compose(markdown: str, width: float) -> list[Flowable]:
    """`width` is that of the column in points: tables are fitted to it."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    root = SyntaxTreeNode(parser.parse(markdown))
    return [flowable for node in root.children for flowable in _block(node, width)]


def _block(node: SyntaxTreeNode, width: float) -> Iterator[Flowable]:
    match node.type:
        case "heading":
            level = min(int(node.tag[1]), max(HEADINGS))
            yield Heading(_markup(node.children[0]), _plain(node.children[0]), level)
        case "paragraph" if _plain(node.children[0]).strip() == r"\pagebreak":
            yield PageBreak()
        case "paragraph":
            yield Paragraph(_markup(node.children[0]), BODY)
        case "bullet_list" | "ordered_list":
            yield from _items(node, left=0)
            yield Spacer(1, 3)
        case "table":
            yield from (Spacer(1, 2), _table(node, width), Spacer(1, 8))
        case "blockquote":
            yield from (Paragraph(_markup(child.children[0]), QUOTE) for child in node.children)
        case "fence" | "code_block":
            yield Paragraph("<br/>".join(escape(line) for line in node.content.splitlines()), CODE)
        case "hr":
            yield HRFlowable(width="100%", color=RULE, spaceBefore=4, spaceAfter=6)
        case other:
            raise ValueError(f"{other} is not a block that the builder knows how to draw")


def _items(node: SyntaxTreeNode, left: float) -> Iterator[Flowable]:
    """`left` is where the text around the list begins, in points."""
    first = int(node.attrs.get("start", 1))
    bullets = [f"{first + place}." if node.type == "ordered_list" else "–" for place in range(len(node.children))]
    indent = left + BULLET_GAP + max(len(bullet) for bullet in bullets) * LIST.fontSize * DIGIT_WIDTH
    style = ParagraphStyle(f"list{indent}", parent=LIST, leftIndent=indent, bulletIndent=left + 3)
    for bullet, item in zip(bullets, node.children, strict=True):
        for place, child in enumerate(item.children):
            if child.type == "paragraph":
                yield Paragraph(_markup(child.children[0]), style, bulletText=None if place else bullet)
            else:
                yield from _items(child, indent)


def _table(node: SyntaxTreeNode, width: float) -> Table:
    rows = [row for part in node.children for row in part.children]
    plain = [[_plain(cell.children[0]) for cell in row.children] for row in rows]
    cells = [
        [Paragraph(_markup(cell.children[0]), HEAD_CELL if cell.type == "th" else CELL) for cell in row.children]
        for row in rows
    ]
    style = TableStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.5, RULE),
            ("BACKGROUND", (0, 0), (-1, 0), SHADE),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), CELL_PADDING),
            ("RIGHTPADDING", (0, 0), (-1, -1), CELL_PADDING),
        ]
    )
    return Table(cells, colWidths=_column_widths(plain, width), repeatRows=1, style=style)


def _column_widths(rows: list[list[str]], width: float) -> list[float]:
    """Each column gets its longest word, and the rest of the width by the square root of its longest cell."""
    letter = CELL.fontSize * 0.58
    columns = list(zip(*rows, strict=True))
    needed = [max(len(word) for cell in column for word in cell.split() or [""]) * letter + 10 for column in columns]
    wanted = [max(len(cell) for cell in column) ** 0.5 for column in columns]
    spare = max(width - sum(needed), 0)
    scale = min(1.0, width / sum(needed))
    return [least * scale + spare * share / sum(wanted) for least, share in zip(needed, wanted, strict=True)]


def _plain(node: SyntaxTreeNode) -> str:
    if node.type in ("text", "code_inline"):
        return str(node.content)
    if node.type in ("softbreak", "hardbreak"):
        return " "
    return "".join(_plain(child) for child in node.children)


def _markup(node: SyntaxTreeNode) -> str:
    """Inline Markdown in reportlab's own markup."""
    inner = "".join(_markup(child) for child in node.children)
    match node.type:
        case "text":
            return escape(node.content, quote=False)
        case "code_inline":
            return f'<font face="Courier">{escape(node.content, quote=False)}</font>'
        case "softbreak":
            return " "
        case "hardbreak":
            return "<br/>"
        case "strong":
            return f"<b>{inner}</b>"
        case "em":
            return f"<i>{inner}</i>"
        case "link":
            return f'<link href="{escape(str(node.attrs["href"]))}" color="{ACCENT.hexval()}">{inner}</link>'
        case "inline":
            return inner
        case other:
            raise ValueError(f"{other} is not an inline element that the builder knows how to draw")
