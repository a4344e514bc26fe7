"""An extracted document, or an error, as JSON: what the process that parses a file sends back."""

import json
from dataclasses import asdict
from datetime import date
from typing import Any

from knowledge.ingestion.extract import errors
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Links, OcrLine, OcrPage
from knowledge.ingestion.metadata import DocumentMetadata

_DATES = ("modified_on", "published_on", "valid_from", "valid_until")


def dump(document: ExtractedDocument) -> bytes:
    fields = asdict(document.metadata)
    fields |= {name: fields[name].isoformat() for name in _DATES if fields[name]}
    blocks = [[block.text, block.level, block.page_breaks, block.kind, block.group] for block in document.blocks]
    ocr = [
        [page.number, [[line.text, line.confidence, line.words] for line in page.lines], page.error]
        for page in document.ocr
    ]
    answer = {"metadata": fields, "blocks": blocks, "page_count": document.page_count, "margins": document.margins}
    links = asdict(document.links) if document.links else None
    return json.dumps(answer | {"ocr": ocr, "links": links}).encode()


def dump_error(error: errors.ExtractionError) -> bytes:
    return json.dumps({"error": type(error).__name__, "detail": error.detail}).encode()


def dump_progress(done: int, of: int) -> bytes:
    return json.dumps({"done": done, "of": of}).encode()


def load_progress(data: bytes) -> tuple[int, int] | None:
    """None where it is the document or an error."""
    if not data.startswith(b'{"done"'):
        return None
    progress = json.loads(data)
    return progress["done"], progress["of"]


def load_fields(data: bytes) -> dict[str, Any]:
    """Raises the error that was dumped."""
    answer: dict[str, Any] = json.loads(data)
    if "error" in answer:
        raise errors.BY_NAME.get(answer["error"], errors.Broken)(answer["detail"])
    return answer


def load(data: bytes) -> ExtractedDocument:
    """Raises the error that was dumped."""
    answer = load_fields(data)
    fields = answer["metadata"]
    fields |= {name: date.fromisoformat(fields[name]) for name in _DATES if fields[name]}
    fields["categories"] = tuple(fields["categories"])
    blocks = tuple(
        Block(text, level, tuple((offset, page) for offset, page in breaks), kind, group)
        for text, level, breaks, kind, group in answer["blocks"]
    )
    ocr = tuple(
        OcrPage(number, tuple(OcrLine(text, sure, tuple(map(tuple, words))) for text, sure, words in lines), error)
        for number, lines, error in answer["ocr"]
    )
    links = answer["links"] and Links(**answer["links"] | {"targets": tuple(map(tuple, answer["links"]["targets"]))})
    return ExtractedDocument(
        DocumentMetadata(**fields), blocks, answer["page_count"], tuple(answer["margins"]), ocr, links
    )
