"""Files that people and programs send: one or many, each of which fails or is taken in alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from knowledge.ingestion import intake
from knowledge.ingestion.extract.errors import ExtractionError, TooLarge
from knowledge.ingestion.messages import translated
from knowledge.models import Collection, Source


@dataclass
class Uploaded:
    receipts: list[intake.Receipt] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """the file's name and why, for a person"""

    @property
    def unchanged(self) -> int:
        return sum(not receipt.needs_indexing for receipt in self.receipts)


def take_in(files: Sequence[UploadedFile], collection: Collection, metadata: intake.DocumentMetadata) -> Uploaded:
    """Stores the files and has a worker index those that are new or changed."""
    uploaded = Uploaded()
    for file in files:
        try:
            uploaded.receipts.append(store(collection, file.name or "", read(file), metadata))
        except ExtractionError as error:
            uploaded.refused.append(f"“{file.name}”: {translated(str(error))}")
    intake.queue(receipt.document_id for receipt in uploaded.receipts if receipt.needs_indexing)
    return uploaded


def read(file: UploadedFile) -> bytes:
    """TooLarge before its bytes are read: a file of many gigabytes is on disk, not in memory."""
    if (file.size or 0) > settings.MAX_UPLOAD_MB * 1024 * 1024:
        raise TooLarge(f"{(file.size or 0) // (1024 * 1024)} MB > {settings.MAX_UPLOAD_MB} MB")
    return file.read()


def store(
    collection: Collection, file_name: str, data: bytes, metadata: intake.DocumentMetadata, external_id: str = ""
) -> intake.Receipt:
    """What was sent, with uploads as its source; the caller has it indexed by `intake.queue`."""
    source, _created = Source.objects.get_or_create(collection=collection, kind=Source.Kind.UPLOAD, location="")
    return intake.receive(collection, file_name, data, external_id=external_id, metadata=metadata, source=source)
