"""A plan and a cut document as JSON: what is said to the process that reads files, and what it sends back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from knowledge.ingestion.chunks import CutChunk
from knowledge.ingestion.cutting import CutDocument, Plan
from knowledge.ingestion.extract import wire
from knowledge.ingestion.sections import CutSection


def plan_as_json(plan: Plan) -> dict[str, Any]:
    return asdict(plan) | {"settled": wire.metadata_as_json(plan.settled)}


def plan_from_json(fields: dict[str, Any]) -> Plan:
    settled = wire.metadata_from_json(fields["settled"])
    return Plan(**{**fields, "settled": settled, "given": tuple(fields["given"])})


def dump(document: CutDocument) -> bytes:
    """Chunks without their text, which is their section's."""
    return wire.encode({
        "metadata": wire.metadata_as_json(document.metadata),
        "page_count": document.page_count,
        "sections": [
            [section.title, section.path, section.text, section.page_breaks, section.categories, section.blocks]
            for section in document.sections
        ],
        "chunks": [[chunk.section, chunk.start, chunk.end, chunk.context] for chunk in document.chunks],
        "languages": document.languages,
        "ocr": wire.ocr_as_json(document.ocr),
        "ignored": document.ignored,
    })  # fmt: skip


def load(data: bytes) -> CutDocument:
    """Raises the error that was dumped."""
    answer = wire.load_fields(data)
    sections = [
        CutSection(title, path, text, _tuples(breaks), tuple(categories), _tuples(blocks))
        for title, path, text, breaks, categories, blocks in answer["sections"]
    ]
    chunks = [
        CutChunk(number, start, end, sections[number].text[start:end], context)
        for number, start, end, context in answer["chunks"]
    ]
    metadata, ocr = wire.metadata_from_json(answer["metadata"]), wire.ocr_from_json(answer["ocr"])
    languages, ignored = answer["languages"], answer["ignored"]
    return CutDocument(metadata, answer["page_count"], sections, chunks, languages, ocr, ignored)


def _tuples(lists: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, lists))
