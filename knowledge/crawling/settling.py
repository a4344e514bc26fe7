"""What a visit found becomes the page's new state, its document and more of the frontier, all or nothing of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from knowledge.crawling import addresses, documents, frontier, intervals
from knowledge.crawling.frontier import Link
from knowledge.crawling.keywords import Keywords
from knowledge.crawling.reasons import DEPARTED, MAX_MISSES, PASSING, SILENCE, SKIPPED, Reason
from knowledge.crawling.scope import Scope
from knowledge.crawling.visiting import Content, Found
from knowledge.ingestion.extract.base import CLEAN, Links
from knowledge.ingestion.extract.errors import ExtractionError
from knowledge.models import CrawledPage, CrawlHost, CrawlRun, Outcome, State

MAX_ATTEMPTS = 3
"""in one run, where what is wrong may pass"""
RETRY_SECONDS = 30.0
"""before the second attempt; four times that before the third"""
_MAX_WAITS = 5
_MAX_REDIRECTS = 5
_MAX_SILENCE = 8
_MAX_NESTED_SITEMAPS = 3
# A website without a sitemap may lead to its front page instead.
_SITEMAP_SUFFIXES = (".xml", ".gz", ".txt")


@dataclass(frozen=True)
class Work:
    """A run with what its website's settings say, read once."""

    run: CrawlRun
    scope: Scope
    keywords: Keywords


def settle(work: Work, page: CrawledPage, found: Found) -> int | None:
    """Returns the id of a document that has to be indexed."""
    with transaction.atomic():
        documents.lock(work.run.source_id)
        _note_silence(work, page, found)
        if _waits(page, found):
            return None
        before = (page.document_id, page.outcome in documents.LIVING)
        indexed = _settle(work, page, found)
        page.run, page.queued, page.attempts, page.visited_at = work.run, False, 0, timezone.now()
        page.save(update_fields=_SAVED)
        if before != (page.document_id, page.outcome in documents.LIVING) or page.misses:
            for document_id in {before[0], page.document_id} - {None}:
                documents.settle(document_id)
        if page.outcome in (Outcome.FAILED, Outcome.GONE):
            _take_aliases_themselves(page)
        return indexed


# Not its depth and lastmod, which other pages may say at the same time.
_SAVED = (
    "run", "is_sitemap", "queued", "attempts", "due_at", "visited_at", "outcome", "reason", "detail", "title",
    "media_type", "size", "etag", "last_modified", "content_hash", "text_hash", "document", "canonical", "misses",
    "changed_at", "interval_days",
)  # fmt: skip


def _waits(page: CrawledPage, found: Found) -> bool:
    """Whether the page is tried again in this run; then it stays in the queue."""
    if found.retry_after is not None:
        frontier.keep_away(page.host_id, found.retry_after)
        tried, seconds = page.attempts < _MAX_WAITS, found.retry_after
    else:
        tried = found.reason in PASSING and page.attempts + 1 < MAX_ATTEMPTS
        seconds = RETRY_SECONDS * 4**page.attempts
    if tried:
        due = timezone.now() + timedelta(seconds=seconds)
        CrawledPage.objects.filter(pk=page.pk).update(attempts=F("attempts") + 1, due_at=due)
    return tried


def _note_silence(work: Work, page: CrawledPage, found: Found) -> None:
    """A host that does not answer is given up for this run, so that its pages do not each wait for it."""
    host = CrawlHost.objects.filter(pk=page.host_id)
    if found.reason not in SILENCE:
        if page.host.troubles:
            host.update(troubles=0)
        return
    host.update(troubles=F("troubles") + 1)
    if host.filter(troubles__gte=_MAX_SILENCE).exists():
        frontier.pages(work.run).filter(queued=True, host=page.host_id).exclude(pk=page.pk).update(
            queued=False, run=work.run, outcome=Outcome.FAILED, reason=Reason.SILENT_HOST, detail="",
            visited_at=timezone.now(), due_at=timezone.now() + intervals.soon(work.run.source),
        )  # fmt: skip


def _settle(work: Work, page: CrawledPage, found: Found) -> int | None:
    source = work.run.source
    if found.content:
        return _settle_content(work, page, found, found.content)
    if found.unchanged:
        # Where a page is unchanged, it was one before: it shows no sitemap yet.
        page.is_sitemap = False
        _end(page, Outcome.UNCHANGED)
        page.misses = 0
        _visit_again(page, False, work)
    elif found.entries is not None:
        frontier.add(work.run, work.scope, _of_sitemap(page, found))
        _end(page, Outcome.READ)
        page.misses += 1 if page.document_id else 0
        page.due_at = timezone.now() + intervals.soon(source)
    elif found.redirect:
        _settle_redirect(work, page, found.redirect)
    else:
        reason = Reason.BUSY if found.retry_after is not None else found.reason or Reason.STATUS
        _depart(work, page, reason, found.detail)
    return None


def _settle_redirect(work: Work, page: CrawledPage, target: str) -> None:
    if page.redirects >= _MAX_REDIRECTS or _leads_back(work, page, target):
        _depart(work, page, Reason.REDIRECTS, target)
        return
    is_sitemap = page.is_sitemap and addresses.suffix(target) in _SITEMAP_SUFFIXES
    link = Link(target, page.depth, page.link_text, page.redirects + 1, is_sitemap=is_sitemap)
    inside = work.scope.may_visit(target, page.depth)
    frontier.add(work.run, work.scope, [link])
    _depart(work, page, Reason.REDIRECT if inside else Reason.OUTSIDE, target)


def _leads_back(work: Work, page: CrawledPage, target: str) -> bool:
    """Whether what it leads to was found to lead to it again."""
    for _ in range(_MAX_REDIRECTS):
        if target == page.url:
            return True
        known = frontier.pages(work.run).filter(url=target, reason=Reason.REDIRECT).first()
        if known is None:
            return False
        target = known.detail
    return False


def _settle_content(work: Work, page: CrawledPage, found: Found, content: Content) -> int | None:
    links = content.links
    # Or show it at once.
    page.is_sitemap = False
    if not links.no_follow:
        frontier.add(work.run, work.scope, _of_page(page, links))
    page.title, page.media_type = content.title.translate(CLEAN)[:300], content.media_type
    page.size = len(content.data)
    if reason := _unwanted(work, page, content):
        _depart(work, page, reason, page.canonical.url if page.canonical else "")
        return None
    if not work.scope.holds(page.url):
        _end(page, Outcome.READ)
        page.due_at = timezone.now() + intervals.soon(work.run.source)
        return None
    page.etag, page.last_modified, page.content_hash = found.etag, found.last_modified, content.content_hash
    return _give_document(work, page, content)


def _give_document(work: Work, page: CrawledPage, content: Content) -> int | None:
    known = page.visited_at is not None and page.text_hash != ""
    same_text = page.text_hash == content.text_hash
    page.text_hash, page.misses, indexed = content.text_hash, 0, None
    if same_text and page.document and page.document.state != State.FAILED:
        _end(page, Outcome.UNCHANGED)
    elif other := documents.with_text(page, content.text_hash):
        page.document_id = other.document_id
        _end(page, Outcome.SAME_TEXT, detail=other.url)
    else:
        try:
            if not work.run.is_trial:
                receipt = documents.take_in(page, content, work.run.source)
                indexed = receipt.document_id if receipt.needs_indexing else None
        except ExtractionError as error:
            _depart(work, page, Reason.BROKEN, error.detail or str(error))
            return None
        _end(page, Outcome.TAKEN)
    if not same_text:
        page.changed_at = timezone.now()
    _visit_again(page, known and not same_text, work)
    return indexed


def _unwanted(work: Work, page: CrawledPage, content: Content) -> Reason | None:
    """Sets the page's canonical page as well."""
    page.canonical = None
    if content.links.no_index:
        return Reason.NOINDEX
    if content.is_empty:
        return Reason.EMPTY
    if content.links.is_form:
        return Reason.FORM
    words = (addresses.path_and_query(page.url), page.link_text, content.title, *content.headings)
    if not work.keywords.allow(*words):
        return Reason.KEYWORDS
    page.canonical = _canonical(work, page, content.links)
    return Reason.CANONICAL if page.canonical else None


def _canonical(work: Work, page: CrawledPage, links: Links) -> CrawledPage | None:
    """The page's main address, if it is another one that can be had. Many sites name their front page on every page
    by mistake, and some two addresses each other."""
    target = addresses.normal(links.canonical, _base(page, links)) if links.canonical else ""
    if not target or target == page.url or not work.scope.holds(target) or urlsplit(target).path == "/":
        return None
    frontier.add(work.run, work.scope, [Link(target, page.depth, page.link_text)])
    main = frontier.pages(work.run).filter(url=target).first()
    if main is None or main.canonical_id == page.pk or main.outcome in (Outcome.FAILED, Outcome.GONE):
        return None
    is_main = main.outcome != Outcome.SKIPPED or main.reason == Reason.CANONICAL
    return main if is_main else None


def _take_aliases_themselves(page: CrawledPage) -> None:
    """Pages that named this one as the main one are looked at again: it is not there."""
    aliases = CrawledPage.objects.filter(canonical=page)
    aliases.update(canonical=None, queued=True, due_at=timezone.now(), attempts=0)


def _of_page(page: CrawledPage, links: Links) -> Iterable[Link]:
    base = _base(page, links)
    for target, text in links.targets:
        if url := addresses.normal(target, base):
            yield Link(url, page.depth + 1, text)


def _of_sitemap(page: CrawledPage, found: Found) -> Iterable[Link]:
    for entry in found.entries or ():
        url = addresses.normal(entry.url, page.url)
        if url and entry.is_sitemap and page.redirects < _MAX_NESTED_SITEMAPS:
            yield Link(url, 0, redirects=page.redirects + 1, lastmod=entry.lastmod, is_sitemap=True)
        elif url and not entry.is_sitemap:
            yield Link(url, 1, lastmod=entry.lastmod)


def _base(page: CrawledPage, links: Links) -> str:
    return addresses.normal(links.base, page.url) if links.base else page.url


def _end(page: CrawledPage, outcome: Outcome, reason: str = "", detail: str = "") -> None:
    page.outcome, page.reason, page.detail = outcome, reason, detail[:300]


def _visit_again(page: CrawledPage, changed: bool, work: Work) -> None:
    page.interval_days = intervals.next_interval(page.interval_days, changed, work.run.source)
    page.due_at = timezone.now() + timedelta(days=page.interval_days)


def _depart(work: Work, page: CrawledPage, reason: str, detail: str = "") -> None:
    """There is nothing to take in. What was taken in before stays until it was missed often enough."""
    outcome = Outcome.SKIPPED if reason in SKIPPED else Outcome.FAILED
    if page.is_sitemap and reason == Reason.MISSING:
        # Most websites have none where it was looked for.
        outcome, reason = Outcome.READ, ""
    if page.document_id and reason in DEPARTED:
        page.misses += 1
        if page.misses >= MAX_MISSES:
            outcome = Outcome.GONE
    _end(page, outcome, reason, detail)
    page.due_at = timezone.now() + intervals.soon(work.run.source)
