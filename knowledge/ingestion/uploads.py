"""Files that people and programs send: one or many, each of which fails or is taken in alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from knowledge.ingestion import intake, unpacking
from knowledge.ingestion.extract import formats
from knowledge.ingestion.extract.errors import ExtractionError, TooLarge, TooManyDocuments
from knowledge.ingestion.feeds import Offer
from knowledge.ingestion.messages import translated
from knowledge.models import Collection, Document, Source

MAX_DOCUMENTS = 2000
"""of one file that is uploaded: each is stored while the browser waits"""


@dataclass(frozen=True)
class Refusal:
    name: str
    """of the file, and of what it is in it"""
    reason: str
    """as Document.error"""

    def __str__(self) -> str:
        """For a person."""
        return f"“{self.name}”: {translated(self.reason)}"


@dataclass
class Uploaded:
    receipts: list[intake.Receipt] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

    def refuse(self, name: str, error: ExtractionError) -> None:
        self.refused.append(Refusal(name, str(error)))

    @property
    def unchanged(self) -> int:
        return sum(not receipt.needs_indexing for receipt in self.receipts)


def take_in(files: Sequence[UploadedFile], collection: Collection, metadata: intake.DocumentMetadata) -> Uploaded:
    """Stores the files, and what those hold that hold several documents, and has a worker index what is new or
    changed."""
    uploaded = Uploaded()
    for file in files:
        for number, offer in enumerate(_offers(file)):
            if number == MAX_DOCUMENTS:
                uploaded.refuse(file.name or "", TooManyDocuments(str(MAX_DOCUMENTS)))
                break
            try:
                uploaded.receipts.append(_taken(offer, collection, metadata))
            except ExtractionError as error:
                uploaded.refuse(offer.label, error)
    intake.queue(receipt.document_id for receipt in uploaded.receipts if receipt.needs_indexing)
    return uploaded


def _offers(file: UploadedFile) -> Iterator[Offer]:
    name = file.name or ""
    try:
        data = read(file)
    except ExtractionError as error:
        yield Offer(name, error=error)
        return
    if name.lower().endswith((*formats.OF_MANY, formats.MESSAGE)) and data:
        yield from unpacking.several(name, data, settings.MAX_UPLOAD_MB)
    else:
        yield Offer(name, name, data=data)


def _taken(offer: Offer, collection: Collection, metadata: intake.DocumentMetadata) -> intake.Receipt:
    if offer.error:
        raise offer.error
    said = offer.metadata.over(metadata)
    return store(collection, offer.file_name, offer.read(), said, offer.external_id, offer.media_type)


def replace(document: Document, file_name: str, data: bytes) -> intake.Receipt:
    """Another file in a document's place, read by a worker; ExtractionError where it cannot be taken."""
    receipt = store(document.collection, file_name, data, intake.DocumentMetadata(), document.external_id)
    if receipt.needs_indexing:
        intake.queue([receipt.document_id])
    return receipt


def read(file: UploadedFile) -> bytes:
    """TooLarge before its bytes are read: a file of many gigabytes is on disk, not in memory."""
    if (file.size or 0) > settings.MAX_UPLOAD_MB * 1024 * 1024:
        raise TooLarge.of(file.size or 0, settings.MAX_UPLOAD_MB)
    return file.read()


def store(
    collection: Collection,
    file_name: str,
    data: bytes,
    metadata: intake.DocumentMetadata,
    external_id: str = "",
    media_type: str = "",
) -> intake.Receipt:
    """What was sent, with uploads as its source; the caller has it indexed by `intake.queue`."""
    source, _created = Source.objects.get_or_create(collection=collection, kind=Source.Kind.UPLOAD, location="")
    return intake.receive(
        collection, file_name, data, external_id=external_id, metadata=metadata, source=source, media_type=media_type
    )
