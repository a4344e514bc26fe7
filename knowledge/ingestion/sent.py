"""What somebody has sent of late, and how far each of it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Case, Exists, IntegerField, OuterRef, QuerySet, Value, When
from django.utils import timezone

from knowledge.ingestion.uploads import Uploaded
from knowledge.models import Document, State, Upload

KEPT = timedelta(days=7)
MAX_SHOWN = 300
ORDERS = {"state": ("rank", "-pk"), "name": ("name", "pk"), "new": ("-pk",)}
# What needs a person first, then what goes on, then what is done.
_RANK = Case(
    When(document__isnull=True, then=Value(0)),
    When(document__state=State.FAILED, then=Value(1)),
    When(document__state=State.PROCESSING, then=Value(2)),
    When(document__state=State.WAITING, then=Value(3)),
    default=Value(4),
    output_field=IntegerField(),
)
# What was indexed before it was sent, and has been replaced since.
_FORMER = Document.objects.filter(
    version_of=OuterRef("document"), is_draft=False,
    indexed_at__lt=OuterRef("created_at"), replaced_at__gte=OuterRef("created_at"),
)  # fmt: skip


@dataclass(frozen=True)
class Tally:
    """How many of somebody's uploads are where."""

    refused: int = 0
    failed: int = 0
    going: int = 0
    indexed: int = 0


def note(user: AbstractBaseUser, uploaded: Uploaded) -> None:
    Upload.objects.filter(user=user, created_at__lt=timezone.now() - KEPT).delete()
    rows = [
        Upload(user=user, document_id=taken.document_id, name=taken.external_id, was_known=not taken.needs_indexing)
        for taken in uploaded.receipts
    ]
    rows += [Upload(user=user, name=refusal.name[:300], refusal=refusal.reason) for refusal in uploaded.refused]
    # One line for each thing: what is sent again replaces what was said of it before.
    Upload.objects.filter(user=user, name__in=[row.name for row in rows]).delete()
    Upload.objects.bulk_create(rows)


def listed(user: AbstractBaseUser, order: str) -> QuerySet[Upload]:
    rows = of(user).select_related("document__collection").annotate(rank=_RANK, has_former=Exists(_FORMER))
    return rows.order_by(*ORDERS.get(order, ORDERS["state"]))[:MAX_SHOWN]


def twins(uploads: Iterable[Upload]) -> dict[int, str]:
    """By document: what another one with the same bytes is called in its collection."""
    documents = [upload.document for upload in uploads if upload.document]
    same = Document.objects.current().filter(content_hash__in={document.content_hash for document in documents})
    held: dict[tuple[int, str], list[tuple[int, str]]] = {}
    for pk, collection, content, name in same.values_list("pk", "collection", "content_hash", "external_id"):
        held.setdefault((collection, content), []).append((pk, name))
    found = {}
    for document in documents:
        same_bytes = held.get((document.collection_id, document.content_hash), ())
        if others := [name for pk, name in same_bytes if pk != document.pk]:
            found[document.pk] = others[0]
    return found


def of(user: AbstractBaseUser) -> QuerySet[Upload]:
    return Upload.objects.filter(user=user, created_at__gte=timezone.now() - KEPT)


def tally(user: AbstractBaseUser) -> Tally:
    states: dict[str, int] = {}
    for state in of(user).values_list("document__state", flat=True):
        states[state or ""] = states.get(state or "", 0) + 1
    return Tally(
        refused=states.get("", 0),
        failed=states.get(State.FAILED, 0),
        going=states.get(State.PROCESSING, 0) + states.get(State.WAITING, 0),
        indexed=states.get(State.INDEXED, 0),
    )


def clear(user: AbstractBaseUser) -> None:
    """What is done or was refused; what still goes on stays in the list."""
    of(user).exclude(document__state__in=(State.PROCESSING, State.WAITING)).delete()
