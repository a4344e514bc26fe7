"""What is attached to a message (.eml) that a program sends: documents of their own, named in its receipt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from rest_framework import serializers

from knowledge.ingestion import intake, unpacking, uploads
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.errors import ExtractionError
from knowledge.ingestion.feeds import Offer
from knowledge.ingestion.messages import translated
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.models import Collection


class AttachedSerializer(serializers.Serializer):
    name = serializers.CharField(help_text="of the file")
    document = serializers.IntegerField(allow_null=True, help_text="its id; null where it was refused")
    error = serializers.CharField(help_text="why it was refused, and what to do; empty where it was not")


def offers(file_name: str, data: bytes) -> list[Offer]:
    """None of a file that is no message."""
    if not file_name.lower().endswith(formats.MESSAGE):
        return []
    # The first is the message.
    return list(unpacking.several(file_name, data, settings.MAX_UPLOAD_MB))[1:]


def take(
    found: list[Offer], collection: Collection, message_id: str, metadata: DocumentMetadata
) -> Iterator[dict[str, Any]]:
    """Stored under the message's identifier, and handed to a worker; a file that cannot be taken fails alone."""
    for offer in found:
        try:
            if offer.error:
                raise offer.error
            named = f"{message_id}/{offer.file_name}"
            receipt = uploads.store(collection, offer.file_name, offer.read(), metadata, named, offer.media_type)
        except ExtractionError as error:
            yield {"name": offer.file_name, "document": None, "error": translated(str(error))}
            continue
        if receipt.needs_indexing:
            intake.queue([receipt.document_id])
        yield {"name": offer.file_name, "document": receipt.document_id, "error": ""}
