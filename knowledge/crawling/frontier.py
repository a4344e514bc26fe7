"""The addresses that are known of a website, and which of them is visited next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Count, F, Min, Q, QuerySet
from django.db.models.functions import Greatest, Now
from django.utils import timezone

from knowledge.crawling import addresses, intervals
from knowledge.crawling.reasons import Reason
from knowledge.crawling.scope import Scope
from knowledge.ingestion.extract.base import CLEAN
from knowledge.models import CrawledPage, CrawlHost, CrawlRun, Outcome

# So many addresses of one form with one text, and more than with texts of their own: the rest is no better.
MAX_COPIES = 20
_BATCH = 500


@dataclass(frozen=True)
class Link:
    url: str
    """in its normal form"""
    depth: int
    text: str = ""
    redirects: int = 0
    lastmod: datetime | None = None
    is_sitemap: bool = False
    is_too_many: bool = False


def pages(run: CrawlRun) -> QuerySet[CrawledPage]:
    """All that is known; a dry run knows only what it found itself."""
    return CrawledPage.objects.filter(source_id=run.source_id, is_trial=run.is_trial)


def queue_known(run: CrawlRun) -> int:
    """What was known before is visited again: all of it, or what is due, and always what leads to the rest."""
    wanted = Q(due_at__lte=timezone.now()) | Q(depth=0) | Q(is_sitemap=True) if run.only_due else Q()
    changed = {"queued": True, "due_at": timezone.now(), "attempts": 0}
    return pages(run).filter(wanted).update(**changed)


def add(run: CrawlRun, scope: Scope, links: Iterable[Link]) -> int:
    """Queues what is new and within the website and its limits; returns how many."""
    found: dict[str, Link] = {}
    for link in links:
        inside = link.depth <= scope.max_depth and scope.may_visit(link.url, link.depth)
        if inside and (link.url not in found or found[link.url].depth > link.depth):
            found[link.url] = link
    rows = pages(run).filter(url__in=list(found)).only("url", "depth", "lastmod", "is_sitemap")
    known = {page.url: page for page in rows}
    for url, page in known.items():
        _bring_up(run, page, found[url])
    new = [link for link in found.values() if link.url not in known]
    new = _without_traps(run, new)[: max(0, run.source.max_pages - pages(run).count())] if new else []
    if not new:
        return 0
    hosts = _hosts({addresses.host_name(link.url) for link in new})
    added = [
        CrawledPage(
            source_id=run.source_id, is_trial=run.is_trial, url=link.url, host_id=hosts[addresses.host_name(link.url)],
            shape=addresses.shape(link.url), link_text=link.text.translate(CLEAN)[:300], depth=link.depth,
            redirects=link.redirects, lastmod=link.lastmod, is_sitemap=link.is_sitemap,
            **_left_out(run) if link.is_too_many else {},
        )
        for link in new
    ]  # fmt: skip
    CrawledPage.objects.bulk_create(added, batch_size=_BATCH, ignore_conflicts=True)
    return len(added)


def _left_out(run: CrawlRun) -> dict[str, object]:
    now = timezone.now()
    said = {"outcome": Outcome.SKIPPED, "reason": Reason.ALIKE}
    return said | {"queued": False, "run": run, "visited_at": now, "due_at": now + intervals.soon(run.source)}


def _bring_up(run: CrawlRun, page: CrawledPage, link: Link) -> None:
    """What a sitemap says was changed after the last visit is visited now; a shorter way makes a page less deep; what
    was a page when it was looked at may be a sitemap by now."""
    row = CrawledPage.objects.filter(pk=page.pk)
    if link.is_sitemap and not page.is_sitemap:
        row.update(is_sitemap=True)
    if link.depth < page.depth:
        row.update(depth=link.depth)
    if link.lastmod and link.lastmod != page.lastmod:
        row.update(lastmod=link.lastmod)
        old = row.filter(visited_at__lt=link.lastmod, queued=False).exclude(run=run)
        old.update(queued=True, due_at=timezone.now(), attempts=0)


def _without_traps(run: CrawlRun, links: list[Link]) -> list[Link]:
    """The first of a form that is one too many stays, to be told of."""
    shapes = {link.url: addresses.shape(link.url) for link in links if addresses.is_numbered(link.url)}
    room = _room(run, set(shapes.values()))
    kept = []
    for link in links:
        shape = shapes.get(link.url)
        if shape is None or room[shape] > 0:
            kept.append(link)
        elif room[shape] == 0:
            kept.append(replace(link, is_too_many=True))
        if shape is not None:
            room[shape] -= 1
    return kept


def _room(run: CrawlRun, shapes: set[str]) -> dict[str, int]:
    """How many more addresses of each form are taken."""
    counted = pages(run).filter(shape__in=shapes).order_by().values("shape")
    same = Count("pk", filter=Q(outcome=Outcome.SAME_TEXT))
    own = Count("pk", filter=Q(outcome__in=(Outcome.TAKEN, Outcome.UNCHANGED)))
    room = dict.fromkeys(shapes, run.source.max_alike)
    for row in counted.annotate(all=Count("pk"), same=same, own=own):
        only_copies = row["same"] >= MAX_COPIES and row["same"] > row["own"]
        room[row["shape"]] = -1 if only_copies else run.source.max_alike - row["all"]
    return room


def _hosts(names: set[str]) -> Mapping[str, int]:
    CrawlHost.objects.bulk_create([CrawlHost(name=name) for name in sorted(names)], ignore_conflicts=True)
    return dict(CrawlHost.objects.filter(name__in=names).values_list("name", "pk"))


def next_pages(run: CrawlRun, busy_hosts: Iterable[int]) -> list[CrawledPage]:
    """Of each host that may be asked now its next page: sitemaps, then what was changed last, then what is near."""
    ready = pages(run).filter(queued=True, due_at__lte=timezone.now(), host__next_request_at__lte=timezone.now())
    best = ready.exclude(host__in=list(busy_hosts)).order_by(
        "host", "-is_sitemap", F("lastmod").desc(nulls_last=True), "depth", "pk"
    )
    return list(best.distinct("host").select_related("host", "document"))


def seconds_to_wait(run: CrawlRun) -> float | None:
    """Until something can be visited; None where nothing is queued."""
    waiting = pages(run).filter(queued=True)
    moment = waiting.aggregate(moment=Min(Greatest("due_at", "host__next_request_at")))["moment"]
    return None if moment is None else max(0.0, (moment - timezone.now()).total_seconds())


def reserve(host_id: int, seconds: float) -> bool:
    """Whether the host may be asked now; then nobody else may for that long, whatever becomes of this process."""
    free = CrawlHost.objects.filter(pk=host_id, next_request_at__lte=Now())
    return bool(free.update(next_request_at=Now() + timedelta(seconds=seconds)))


def keep_away(host_id: int, seconds: float) -> None:
    """Counted from now; never shorter than was said before."""
    moment = Greatest(F("next_request_at"), Now() + timedelta(seconds=seconds))
    CrawlHost.objects.filter(pk=host_id).update(next_request_at=moment)
