"""Answers and conversations as files to keep: what is in them, and the formats they come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from chat.exporting.content import Content
from chat.exporting.markdown import markdown

MAX_NAME = 60


@dataclass(frozen=True)
class Format:
    media_type: str
    write: Callable[[Content], bytes]


def _pdf(content: Content) -> bytes:
    from chat.exporting.pdf import pdf  # takes a moment to import

    return pdf(content)


def _docx(content: Content) -> bytes:
    from chat.exporting.docx import docx

    return docx(content)


FORMATS: Mapping[str, Format] = {
    "md": Format("text/markdown; charset=utf-8", lambda content: markdown(content).encode()),
    "pdf": Format("application/pdf", _pdf),
    "docx": Format("application/vnd.openxmlformats-officedocument.wordprocessingml.document", _docx),
}


def response(content: Content, extension: str) -> HttpResponse:
    """A download with a name that says what it is."""
    form = FORMATS[extension]
    name = slugify(content.title)[:MAX_NAME].rstrip("-") or "koalarag"
    disposition = content_disposition_header(as_attachment=True, filename=f"{name}.{extension}") or "attachment"
    return HttpResponse(form.write(content), content_type=form.media_type, headers={"Content-Disposition": disposition})
