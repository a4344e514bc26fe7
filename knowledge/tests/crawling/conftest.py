from collections.abc import Callable, Iterator
from typing import Any

import pytest

from knowledge.crawling import runs, settling, working
from knowledge.ingestion import pipeline
from knowledge.models import Collection, CrawledPage, CrawlRun, WebSource
from knowledge.tests.crawling.website import Website, served

Crawl = Callable[..., CrawlRun]


@pytest.fixture
def site() -> Iterator[Website]:
    with served() as website:
        yield website


@pytest.fixture
def source(db: None, site: Website) -> WebSource:
    collection = Collection.objects.create(slug="rules", name="Rules")
    return WebSource.objects.create(
        slug="library", collection=collection, seeds=f"{site.url}/", delay_seconds=0, allow_private=True
    )


@pytest.fixture
def crawl(source: WebSource, monkeypatch: pytest.MonkeyPatch) -> Crawl:
    """Crawls the website to its end, here and now; its documents are indexed."""
    monkeypatch.setattr(settling, "RETRY_SECONDS", 0.02)

    def index(ids: Any) -> None:
        pipeline.index_group(list(ids))

    def crawled(**options: Any) -> CrawlRun:
        source.refresh_from_db()
        run = runs.start(source, **options)
        while working.work(run.pk, 20, index) is not working.Rest.NOTHING:
            pass
        run.refresh_from_db()
        return run

    return crawled


def outcomes(source: WebSource, **which: Any) -> dict[str, str]:
    """By path: the outcome, or the reason where there is one. Sitemaps aside."""
    pages = CrawledPage.objects.filter(source=source, **{"is_trial": False, "is_sitemap": False} | which)
    return {page.url.split("/", 3)[3]: page.reason or page.outcome for page in pages}
