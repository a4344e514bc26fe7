"""What a package is, and what an archive or a file of records holds, read apart: whoever sent it waits for nobody else,
and nobody else for him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

from knowledge.ingestion import feeds
from knowledge.ingestion.extract import errors, formats, wire
from knowledge.ingestion.feeds import Offer
from koalarag import apart


def media_type(file_name: str, data: bytes) -> str:
    """As formats.media_type, whose errors it raises; what does not begin as a package is told by its first bytes."""
    if not formats.is_packed(data):
        return formats.media_type(file_name, data)
    try:
        found = apart.value(f"{__name__}:typed", data, file_name)
    except apart.TooMuch as error:
        raise errors.TooMuchUnpacked from error
    except apart.TooBusy as error:
        raise errors.NotNow from error
    if error := _error(found):
        raise error
    return str(found["media_type"])


def several(label: str, data: bytes, max_mb: int) -> Iterator[Offer]:
    """As feeds.several, each with its media type."""
    try:
        for found, beside in apart.answers(f"{__name__}:offered", data, label, str(max_mb)):
            said = wire.metadata_from_json(found["metadata"])
            names = {name: found[name] for name in ("label", "file_name", "external_id", "media_type")}
            yield Offer(**names, data=beside, metadata=said, error=_error(found))
    except apart.TooMuch:
        yield Offer(label, error=errors.TooMuchUnpacked())
    except apart.TooBusy:
        yield Offer(label, error=errors.NotNow())


def typed(data: bytes, file_name: str) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Answers of koalarag.limited."""
    try:
        yield {"media_type": formats.media_type(file_name, data)}, b""
    except errors.ExtractionError as error:
        yield _as_json(error), b""


def offered(data: bytes, label: str, max_mb: str) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Answers of koalarag.limited."""
    for offer in feeds.several(label, BytesIO(data), int(max_mb)):
        known = _of_known_type(offer)
        fields = {"label": known.label, "file_name": known.file_name, "external_id": known.external_id}
        fields |= {"media_type": known.media_type, "metadata": wire.metadata_as_json(known.metadata)}
        yield fields | (_as_json(known.error) if known.error else {}), known.data


def _of_known_type(offer: Offer) -> Offer:
    if offer.error:
        return offer
    data = offer.read()
    try:
        return replace(offer, data=data, text="", media_type=formats.media_type(offer.file_name, data))
    except errors.ExtractionError as error:
        return replace(offer, data=b"", text="", error=error)


def _as_json(error: errors.ExtractionError) -> dict[str, Any]:
    return {"error": type(error).__name__, "detail": error.detail}


def _error(found: dict[str, Any]) -> errors.ExtractionError | None:
    name = found.get("error")
    return errors.BY_NAME.get(name, errors.Broken)(found["detail"]) if name else None
