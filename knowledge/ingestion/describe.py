"""What is known of a document after it was read: from what it declares, how its file is named and what is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from knowledge.ingestion.extract.base import CLEAN, Block, ExtractedDocument
from knowledge.ingestion.metadata import MAX_PUBLISHER, MAX_TITLE, DocumentMetadata, from_file_name
from knowledge.ingestion.names import is_organisation
from knowledge.ingestion.own_dates import find_own_date
from knowledge.ingestion.titles import find_title, is_generic
from knowledge.text import dates
from knowledge.text.file_names import words_beside
from knowledge.text.language import identify_long

_SAMPLE = 6000
_BESIDE = re.compile(r" [|·–—-] ")


def describe(extracted: ExtractedDocument, stem: str, expected_language: str) -> DocumentMetadata:
    """What the document declares, then what its file name says, then what its text says; the language is recognised
    where none of them names it."""
    text = "\n".join(_texts(extracted.blocks))
    found = extracted.metadata.over(from_file_name(stem)).over(_written(text, extracted, stem))
    if not found.language:
        found = DocumentMetadata(language=identify_long(text[:_SAMPLE], default=expected_language)).over(found)
    return replace(found, title=_telling(found.title, stem)[:MAX_TITLE])


def _written(text: str, extracted: ExtractedDocument, stem: str) -> DocumentMetadata:
    is_named = bool(words_beside(stem, ""))
    title = extracted.metadata.title or find_title(extracted.blocks, or_sentence=not is_named) or _readable(stem)
    return DocumentMetadata(
        title=title.translate(CLEAN)[:MAX_TITLE],
        academic_year=dates.academic_year(title)
        or dates.academic_year(stem)
        or dates.find_academic_year("\n".join(_texts([block for block in extracted.blocks if block.kind != "row"])))
        or dates.find_academic_year("\n".join(_texts(extracted.margins))),
        modified_on=dates.find_modified(text),
        published_on=find_own_date(extracted.blocks, _texts(extracted.margins), title),
        publisher=_publisher(_texts(extracted.margins)),
    )


def _telling(title: str, stem: str) -> str:
    """With what the file's name says beside it, where many a document is called so: "Syllabus (stetson csci 221)"."""
    beside = words_beside(stem, title) if is_generic(title) else ""
    return f"{title} ({beside})" if beside else title


def _publisher(margins: Sequence[str]) -> str:
    """The first organisation that a running header or footer names."""
    parts = (part for text in margins for part in _BESIDE.split(text))
    return next((part for part in parts if is_organisation(part)), "")[:MAX_PUBLISHER]


def _texts(blocks: Sequence[Block]) -> list[str]:
    return [block.text for block in blocks]


def _readable(stem: str) -> str:
    """A file's name as a title: `normativa-de_permanencia` → "Normativa de permanencia"."""
    words = re.sub(r"[-_\s]+", " ", stem).strip()
    return words[:1].upper() + words[1:]
