"""ZIP packages for the tests: the parts that a reader needs, and nothing else."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Mapping
from io import BytesIO

_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def ooxml(main: str, parts: Mapping[str, str], kinds: Mapping[str, str]) -> bytes:
    """Office Open XML; `kinds` says of which kind the parts are that the main one refers to, by name."""
    folder, name = posixpath.split(main)
    targets = {part: kind for part, kind in kinds.items() if part != main}
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
            "_rels/.rels": relationships({main: "officeDocument"}),
            f"{folder}/_rels/{name}.rels": relationships(targets),
            **parts,
        }
    )


def relationships(targets: Mapping[str, str]) -> str:
    """Kinds by part, under the ids r1, r2…"""
    links = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="/{part}"/>'
        for number, (part, kind) in enumerate(targets.items(), 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>'


_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_PREFIXES = {
    "office": "office", "text": "text", "table": "table", "style": "style", "draw": "drawing",
    "fo": "xsl-fo-compatible", "presentation": "presentation",
}  # fmt: skip


def odf(kind: str, body: str, *, styles: str = "", margins: str = "", manifest: str = "", title: str = "") -> bytes:
    """OpenDocument; `kind` is text, spreadsheet or presentation, `styles` those of the content."""
    names = " ".join(f'xmlns:{prefix}="{_ODF}:{name}:1.0"' for prefix, name in _PREFIXES.items())
    said = f"<dc:title>{title}</dc:title><dc:date>2024-05-06T10:00:00</dc:date>"
    return packed(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"<office:document-content {names}>"
            f"<office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {names}>{margins}</office:document-styles>",
            "meta.xml": f'<office:meta {names} xmlns:dc="http://purl.org/dc/elements/1.1/">{said}</office:meta>',
            "META-INF/manifest.xml": manifest or "<manifest/>",
        }
    )
