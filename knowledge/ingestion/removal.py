"""Documents and collections out of the knowledge base, with all that was derived from them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet

from knowledge.ingestion.storage import delete_passages, stored_texts
from knowledge.models import Chunk, Collection, Document, Embedding, Posting, PostingSegment, ScannedPage, Section
from knowledge.retrieval.postings import write_segment

_BATCH = 200


def remove(documents: QuerySet[Document]) -> int:
    """Deletes them a few at a time, each few whole or not at all; returns how many there were."""
    ids = list(documents.values_list("pk", flat=True))
    return sum(_remove(ids[start : start + _BATCH]) for start in range(0, len(ids), _BATCH))


def remove_collection(collection: Collection) -> int:
    """The collection and all its documents, without taking each out of an index that goes anyway."""
    with transaction.atomic():
        documents = list(
            Document.objects.select_for_update().filter(collection=collection).values_list("pk", flat=True)
        )
        Posting.objects.filter(segment__collection=collection).delete()
        for model in (PostingSegment, Embedding, Chunk):
            model._default_manager.filter(collection=collection).delete()
        for model in (Section, ScannedPage):
            model._default_manager.filter(document__collection=collection).delete()
        collection.delete()
    return len(documents)


def _remove(ids: list[int]) -> int:
    with transaction.atomic():
        # Locked first: a worker that is about to store what it read of them then finds them gone. Their versions after
        # them: until then one that indexes a document may make another of what it was.
        locked = _locked(Document.objects.filter(pk__in=ids))
        locked += _locked(Document.objects.filter(version_of__in=locked).exclude(pk__in=locked))
        for collection_id, texts in stored_texts(Q(document__in=locked)).items():
            write_segment(collection_id, (), texts)
        delete_passages(locked)
        Document.objects.filter(pk__in=locked).delete()
    return len(locked)


def _locked(documents: QuerySet[Document]) -> list[int]:
    return list(documents.select_for_update().order_by("pk").values_list("pk", flat=True))
