"""Word documents for the tests, written as the parts that a reader needs."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.tests.ingestion import packages

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_STYLES = f"""<w:styles {_W}>
<w:style w:styleId="Title"><w:name w:val="Title"/></w:style>
<w:style w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H1"/></w:style></w:styles>"""
_NUMBERING = f"""<w:numbering {_W}><w:abstractNum w:abstractNumId="7">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>
<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>"""


def paragraph(text: str, *, style: str = "", level: int | None = None, bold: bool = False, note: int = 0) -> str:
    """`level` is that of a numbered list; `note` the id of a footnote."""
    numbering = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="3"/></w:numPr>' if level is not None else ""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    heavy = "<w:rPr><w:b/></w:rPr>" if bold else ""
    reference = f'<w:r><w:footnoteReference w:id="{note}"/></w:r>' if note else ""
    run = f"<w:r>{heavy}<w:t>{text}</w:t></w:r>"
    return f"<w:p><w:pPr>{named}{numbering}</w:pPr>{run}{reference}</w:p>"


def table(rows: Sequence[Sequence[str]]) -> str:
    """A cell "|" goes on with the one above; "A>2" spans two columns."""
    lines = [f"<w:tr>{''.join(map(_cell, row))}</w:tr>" for row in rows]
    return f"<w:tbl>{''.join(lines)}</w:tbl>"


def document(
    body: Sequence[str],
    *,
    footnotes: Sequence[str] = (),
    title: str = "",
    footer: str = "",
    modified: str = "2024-05-06T10:00:00Z",
) -> bytes:
    notes = "".join(_note(number, text) for number, text in enumerate(footnotes, 1))
    named = f"<d:title>{title}</d:title><t:modified>{modified}</t:modified>"
    parts = {
        "word/document.xml": f"<w:document {_W}><w:body>{''.join(body)}</w:body></w:document>",
        "word/styles.xml": _STYLES,
        "word/numbering.xml": _NUMBERING,
        "word/footer1.xml": f"<w:ftr {_W}>{paragraph(footer)}</w:ftr>",
        "word/footnotes.xml": f"<w:footnotes {_W}>{notes}</w:footnotes>",
        "docProps/core.xml": f'<c xmlns:d="d" xmlns:t="t">{named}</c>',
    }
    kinds = {name: name.removeprefix("word/").split(".")[0].rstrip("1") for name in parts if name.startswith("word/")}
    return packages.ooxml("word/document.xml", parts, kinds)


def _cell(text: str) -> str:
    name, _mark, span = text.partition(">")
    merged = '<w:vMerge w:val="restart"/>' if name.startswith("^") else "<w:vMerge/>" if name == "|" else ""
    width = f'<w:gridSpan w:val="{span}"/>' if span else ""
    return f"<w:tc><w:tcPr>{width}{merged}</w:tcPr>{paragraph(name.strip('^|'))}</w:tc>"


def _note(number: int, text: str) -> str:
    return f'<w:footnote w:id="{number}">{paragraph(text)}</w:footnote>'
