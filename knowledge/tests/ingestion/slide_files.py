"""Presentations for the tests, written as the parts that a reader needs."""

from knowledge.tests.ingestion import packages

_BASE = "http://schemas.openxmlformats.org"
_NAMES = (
    f'xmlns:p="{_BASE}/presentationml/2006/main" xmlns:a="{_BASE}/drawingml/2006/main" '
    f'xmlns:r="{_BASE}/officeDocument/2006/relationships"'
)


def paragraph(text: str, properties: str = "") -> str:
    return f"<a:p>{properties}<a:r><a:t>{text}</a:t></a:r></a:p>"


def shape(role: str, *paragraphs: str) -> str:
    placeholder = f'<p:ph type="{role}"/>' if role != "obj" else "<p:ph/>"
    return f"<p:sp><p:nvSpPr><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:txBody>{''.join(paragraphs)}</p:txBody></p:sp>"


def table(*rows: str) -> str:
    return f"<p:graphicFrame><a:tbl>{''.join(f'<a:tr>{row}</a:tr>' for row in rows)}</a:tbl></p:graphicFrame>"


def cells(*texts: str) -> str:
    """A cell "|" goes on with the one above."""
    return "".join(
        f'<a:tc vMerge="{int(text == "|")}"><a:txBody>{paragraph(text.strip("|"))}</a:txBody></a:tc>' for text in texts
    )


def presentation(*slides: str, hidden: int = 0) -> bytes:
    parts = {
        f"ppt/slides/slide{number}.xml": f'<p:sld {_NAMES} show="{int(number != hidden)}">{slide}</p:sld>'
        for number, slide in enumerate(slides, 1)
    }
    listed = "".join(f'<p:sldId r:id="r{number}"/>' for number in range(1, len(slides) + 1))
    kinds = dict.fromkeys(parts, "slide")
    main = f"<p:presentation {_NAMES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    return packages.ooxml("ppt/presentation.xml", {"ppt/presentation.xml": main, **parts}, kinds)
