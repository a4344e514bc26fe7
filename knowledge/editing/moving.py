"""Documents from one collection into another, with their passages, vectors and postings."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from knowledge.ingestion import intake
from knowledge.ingestion.storage import stored_texts
from knowledge.models import Chunk, Collection, Document, Embedding, Source
from knowledge.retrieval.postings import write_segment

_CUTTING = ("chunk_tokens", "chunk_overlap", "section_tokens", "section_categories", "language")


class NotMovable(ValueError):
    """With a sentence for the person."""


def move(document_ids: Iterable[int], collection: Collection) -> int:
    """All of them or, with NotMovable, none; returns how many were elsewhere. They are found in their new collection at
    once, and cut anew where it cuts otherwise."""
    with transaction.atomic():
        locked = Document.objects.select_for_update(of=("self",)).filter(_with_versions(document_ids))
        documents = list(locked.exclude(collection=collection).select_related("collection", "source").order_by("pk"))
        _check(documents, collection)
        ids = [document.pk for document in documents]
        texts = stored_texts(Q(document__in=ids))
        for old, removed in texts.items():
            write_segment(old, (), removed)
        for model, which in ((Chunk, Q(document__in=ids)), (Embedding, Q(chunk__document__in=ids))):
            model._default_manager.filter(which).update(collection=collection)
        write_segment(collection.pk, [text for added in texts.values() for text in added], ())
        source, _created = Source.objects.get_or_create(collection=collection, kind=Source.Kind.UPLOAD, location="")
        Document.objects.filter(pk__in=ids).update(collection=collection, source=source)
        again = [document.pk for document in documents if _is_cut_anew(document, collection)]
        intake.again(Document.objects.filter(pk__in=again))
    return len(ids)


def _with_versions(document_ids: Iterable[int]) -> Q:
    """A document and its other versions stay together, whichever of them was chosen."""
    chosen = Document.objects.filter(pk__in=list(document_ids))
    present = [pk for pair in chosen.values_list("pk", "version_of") for pk in pair if pk]
    return Q(pk__in=present) | Q(version_of__in=present)


def _check(documents: list[Document], collection: Collection) -> None:
    of_websites = [str(document) for document in documents if document.source and document.source.kind == "web"]
    if of_websites:
        text = gettext("“{title}” comes from a website and would be fetched again: choose another collection there.")
        raise NotMovable(text.format(title=of_websites[0]))
    names = [document.external_id for document in documents]
    taken = Document.objects.filter(collection=collection, external_id__in=names).first()
    twice = taken.external_id if taken else next((name for name in names if names.count(name) > 1), "")
    if twice:
        text = gettext("There would be two documents “{name}” in the collection: delete or keep one of them apart.")
        raise NotMovable(text.format(name=twice))


def _is_cut_anew(document: Document, collection: Collection) -> bool:
    """Whatever is not indexed, too: a worker may be about to store it where it was."""
    old = document.collection
    return document.state != "indexed" or any(getattr(old, name) != getattr(collection, name) for name in _CUTTING)
