"""What kinds of documents there are for their readers, whatever program wrote them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from knowledge.ingestion.extract import formats

_OF = (
    {formats.PDF: "pdf", formats.HTML: "page", formats.EML: "message", formats.EPUB: "book"}
    | dict.fromkeys((formats.MARKDOWN, formats.TEXT, *formats.WRITTEN), "text")
    | dict.fromkeys(formats.SLIDES, "slides")
    | dict.fromkeys(formats.SHEETS, "sheet")
    | dict.fromkeys(formats.PICTURES, "picture")
)


def kind_of(media_type: str) -> str:
    """As it stands in addresses; empty of what is none of them."""
    return _OF.get(media_type, "")


def kinds() -> dict[str, str]:
    """Their names in the language of the page."""
    return {
        "pdf": "PDF",
        "page": _("Web page"),
        "text": _("Text"),
        "slides": _("Presentation"),
        "sheet": _("Table"),
        "picture": _("Scan or picture"),
        "message": _("E-mail"),
        "book": _("E-book"),
    }
