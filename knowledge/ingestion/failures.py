"""Documents that cannot be read: by reason, tried again, or set aside by a person who has seen them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.db.models import CharField, Count, F, Func, QuerySet, Value, Window
from django.db.models.functions import RowNumber
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext

from knowledge.ingestion import intake
from knowledge.ingestion.extract import errors
from knowledge.models import Document, State

MAX_SHOWN = 20
"""documents of one reason"""
# What follows on other lines is of one document.
_SENTENCE = Func("error", Value("\n"), Value(1), function="split_part", output_field=CharField())


@dataclass(frozen=True)
class Reason:
    """Why documents failed; `sentence` is what is stored, in English."""

    sentence: str
    number: int
    documents: tuple[Document, ...] = ()

    @property
    def said(self) -> str:
        return _split(self.sentence)[0]

    @property
    def advice(self) -> str:
        return _split(self.sentence)[1]

    @property
    def anchor(self) -> str:
        """What its part of a page is called."""
        return f"reason-{crc32(self.sentence.encode()):08x}"

    @property
    def may_pass(self) -> bool:
        """Whether it may be read the next time, as it is."""
        return not errors.stored(self.sentence).lies_in_file

    @property
    def hidden(self) -> int:
        return self.number - len(self.documents)


def failed(*, ignored: bool = False) -> QuerySet[Document]:
    """With the sentence of their error as `reason`."""
    found = Document.objects.filter(state=State.FAILED, ignored_at__isnull=not ignored)
    return found.annotate(reason=_SENTENCE)


def counted(documents: QuerySet[Document]) -> list[Reason]:
    """Of documents that `failed` gave, the most frequent reason first."""
    rows = documents.order_by().values_list("reason").annotate(number=Count("pk")).order_by("-number", "reason")
    return [Reason(sentence, number) for sentence, number in rows]


def listed(documents: QuerySet[Document]) -> list[Reason]:
    """The same with the documents of each, the latest first."""
    rank = Window(RowNumber(), partition_by=F("reason"), order_by=[F("updated_at").desc(), F("pk").desc()])
    first = documents.annotate(rank=rank).filter(rank__lte=MAX_SHOWN).select_related("collection")
    by_reason: dict[str, list[Any]] = {}
    document: Any
    for document in first.order_by("rank"):
        document.detail = document.error.partition("\n")[2]
        by_reason.setdefault(document.reason, []).append(document)
    return [
        Reason(found.sentence, found.number, tuple(by_reason.get(found.sentence, ()))) for found in counted(documents)
    ]


def of_reason(documents: QuerySet[Document], sentence: str) -> QuerySet[Document]:
    return documents.filter(Exact(F("reason"), Value(sentence)))


def retry(documents: QuerySet[Document]) -> int:
    return intake.again(Document.objects.filter(pk__in=_ids(documents)))


def ignore(documents: QuerySet[Document]) -> int:
    """They stay failed, and nobody is told of it any more, until they are indexed again."""
    return Document.objects.filter(pk__in=_ids(documents)).update(ignored_at=timezone.now())


def notice_again(documents: QuerySet[Document]) -> int:
    return Document.objects.filter(pk__in=_ids(documents)).update(ignored_at=None)


def _ids(documents: QuerySet[Document]) -> Iterable[int]:
    return list(documents.values_list("pk", flat=True))


def _split(sentence: str) -> tuple[str, str]:
    """What happened, and what to do: our errors say both, in this order."""
    said, end, advice = (gettext(sentence) if sentence else gettext("No reason was kept.")).partition(". ")
    return (said + "." if end else said), advice
