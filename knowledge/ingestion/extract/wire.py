"""An extracted document, or an error, as JSON: what the process that parses a file sends back."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from knowledge.ingestion.extract import errors
from knowledge.ingestion.extract.base import Block, ExtractedDocument, Links, OcrLine, OcrPage
from knowledge.ingestion.metadata import DocumentMetadata

_DATES = ("modified_on", "published_on", "valid_from", "valid_until")


def dump(document: ExtractedDocument) -> bytes:
    return encode({
        "metadata": metadata_as_json(document.metadata),
        "blocks": _blocks_as_json(document.blocks),
        "page_count": document.page_count,
        "margins": _blocks_as_json(document.margins),
        "ocr": ocr_as_json(document.ocr),
        "links": asdict(document.links) if document.links else None,
    })  # fmt: skip


def _blocks_as_json(blocks: Sequence[Block]) -> list[Any]:
    return [[block.text, block.level, block.page_breaks, block.kind, block.group] for block in blocks]


def _blocks_from_json(blocks: list[Any]) -> tuple[Block, ...]:
    return tuple(
        Block(text, level, tuple((offset, page) for offset, page in breaks), kind, group)
        for text, level, breaks, kind, group in blocks
    )


def encode(answer: dict[str, Any]) -> bytes:
    """Halves of surrogate pairs, which files may hold, travel as they are."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "surrogatepass")


def metadata_as_json(metadata: DocumentMetadata) -> dict[str, Any]:
    fields = asdict(metadata)
    return fields | {name: fields[name].isoformat() for name in _DATES if fields[name]}


def metadata_from_json(fields: dict[str, Any]) -> DocumentMetadata:
    days = {name: date.fromisoformat(fields[name]) for name in _DATES if fields[name]}
    return DocumentMetadata(**{**fields, **days, "categories": tuple(fields["categories"])})


def ocr_as_json(pages: Sequence[OcrPage]) -> list[Any]:
    return [
        [page.number, [[line.text, line.confidence, line.words] for line in page.lines], page.error] for page in pages
    ]


def ocr_from_json(pages: list[Any]) -> tuple[OcrPage, ...]:
    return tuple(
        OcrPage(number, tuple(OcrLine(text, sure, tuple(map(tuple, words))) for text, sure, words in lines), error)
        for number, lines, error in pages
    )


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
    blocks, margins = _blocks_from_json(answer["blocks"]), _blocks_from_json(answer["margins"])
    metadata, ocr = metadata_from_json(answer["metadata"]), ocr_from_json(answer["ocr"])
    links = answer["links"] and Links(**answer["links"] | {"targets": tuple(map(tuple, answer["links"]["targets"]))})
    return ExtractedDocument(metadata, blocks, answer["page_count"], margins, ocr, links)
