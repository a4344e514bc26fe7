"""The documents of a website's pages: one for each text, kept as long as one of its addresses has it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from knowledge.crawling import addresses
from knowledge.crawling.reasons import MAX_MISSES, Reason
from knowledge.crawling.visiting import Content
from knowledge.ingestion import intake
from knowledge.ingestion.locks import Kind
from knowledge.models import CrawledPage, Document, Outcome, Source, WebSource

# Of pages whose last visit found their text.
LIVING = (Outcome.TAKEN, Outcome.UNCHANGED, Outcome.SAME_TEXT)


def lock(source_id: int) -> None:
    """Until the transaction ends nobody else gives documents to the website's pages: else two would be made of one
    text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [int(Kind.WEB_SOURCE), source_id])


def with_text(page: CrawledPage, text_hash: str) -> CrawledPage | None:
    """Another page of the website that has this text, and gave it its document (in a dry run: would have)."""
    others = CrawledPage.objects.filter(source=page.source_id, is_trial=page.is_trial, text_hash=text_hash)
    others = others.exclude(pk=page.pk).order_by("pk")
    if page.is_trial:
        return others.filter(outcome__in=LIVING).first()
    return others.filter(document__isnull=False).first()


def take_in(page: CrawledPage, content: Content, source: WebSource) -> intake.Receipt:
    """Stores what the page has as its document, new or changed. Raises an ExtractionError."""
    own = page.document if page.document and _may_change(page, page.document) else None
    metadata = intake.DocumentMetadata()
    if own is None:
        metadata = intake.DocumentMetadata(url=page.url, visibility=source.documents_visibility)
    receipt = intake.receive(
        source.collection, content.file_name, content.data,
        external_id=own.external_id if own else addresses.external_id(page.url), metadata=metadata,
        source=provenance(source),
    )  # fmt: skip
    if own is not None:
        _part_from(page, own)
    page.document_id = receipt.document_id
    return receipt


def _may_change(page: CrawledPage, document: Document) -> bool:
    """Whether it is this page's own, or no other page has its text any more."""
    if document.external_id == addresses.external_id(page.url):
        return True
    return not _pages_of(document.pk).filter(outcome__in=LIVING).exclude(pk=page.pk).exists()


def _part_from(page: CrawledPage, document: Document) -> None:
    """Pages that had the text which their common document had until now are looked at again."""
    others = _pages_of(document.pk).filter(outcome__in=LIVING).exclude(pk=page.pk)
    others.update(document=None, content_hash="", etag="", last_modified="", queued=True, due_at=timezone.now())


def provenance(source: WebSource) -> Source:
    """What documents of a website name as their source."""
    values = {"collection": source.collection, "kind": Source.Kind.WEB, "location": source.slug}
    return Source.objects.get_or_create(**values)[0]


def sources(slugs: Iterable[str]) -> QuerySet[Source]:
    """What documents of these websites name as their source, also when the websites are there no more."""
    return Source.objects.filter(kind=Source.Kind.WEB, location__in=slugs)


def settle(document_id: int) -> None:
    """After its pages changed: its address is one that still has it; when the last has lost it, it is out of searches.

    An address that a person gave it stays.
    """
    document = Document.objects.filter(pk=document_id).first()
    if document is None:
        return
    pages = _pages_of(document_id)
    living = list(pages.filter(outcome__in=LIVING).order_by("depth", "pk").values_list("url", flat=True))
    changed: dict[str, object] = {}
    if living and document.gone_since:
        changed["gone_since"] = None
    elif not living and not document.gone_since and not pages.filter(misses__lt=MAX_MISSES).exists():
        changed["gone_since"] = timezone.now()
    if living and document.url not in living and pages.filter(url=document.url).exists():
        changed["url"] = living[0]
    if changed:
        Document.objects.filter(pk=document_id).update(**changed)
    if "gone_since" in changed:
        Document.objects.filter(version_of=document_id, is_draft=False).update(gone_since=changed["gone_since"])


def also_at(document: Document) -> list[str]:
    """The other addresses of its text, those that name its own as the main one among them."""
    found = _pages_of(document.pk).filter(outcome__in=LIVING).exclude(url=document.url)
    aliases = CrawledPage.objects.filter(
        canonical__document=document, canonical__is_trial=False, reason=Reason.CANONICAL
    ).exclude(url=document.url)
    return sorted({*found.values_list("url", flat=True), *aliases.values_list("url", flat=True)})


def _pages_of(document_id: int) -> QuerySet[CrawledPage]:
    return CrawledPage.objects.filter(document=document_id, is_trial=False)
