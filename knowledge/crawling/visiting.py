"""A visit to a page: fetched, recognised and read. Needs no database, so it runs beside other visits."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from threading import BoundedSemaphore

from knowledge.crawling import addresses, fetching, sitemaps
from knowledge.crawling.fetching import FetchError, Request, Response
from knowledge.crawling.reasons import Reason
from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import errors, formats
from knowledge.ingestion.extract.base import ExtractedDocument, Links

# A page that takes longer to read is no page.
_READ_SECONDS = 20
_DEFAULT_RETRY_SECONDS = 60.0
_MAX_RETRY_SECONDS = 24 * 3600.0
_EXTENSIONS = {kind: extension for extension, kind in reversed(formats.EXTENSIONS.items())}
_PAGE_TYPES = ("text/html", "application/xhtml+xml")
# Photographs are no documents; scans among them are uploaded.
_READ = frozenset(formats.MODULES) - formats.PICTURES
_PLAIN = (formats.TEXT, formats.MARKDOWN)
# Pages read at once: what reads them takes memory, and is quick.
_reading = BoundedSemaphore(2)


@dataclass(frozen=True)
class Content:
    """What was there, and can be read."""

    data: bytes
    media_type: str
    file_name: str
    content_hash: str
    text_hash: str
    """of what would be indexed; of the bytes where nothing was read yet"""
    title: str = ""
    headings: tuple[str, ...] = ()
    links: Links = Links()  # noqa: RUF009 (it cannot be changed)
    is_empty: bool = False


@dataclass(frozen=True)
class Found:
    """One of: a reason why there is nothing, a wait, a redirect, nothing new, a sitemap's entries, or content."""

    reason: Reason | None = None
    detail: str = ""
    retry_after: float | None = None
    """seconds"""
    redirect: str = ""
    unchanged: bool = False
    entries: tuple[sitemaps.Entry, ...] | None = None
    content: Content | None = None
    etag: str = ""
    last_modified: str = ""


def visit(request: Request, known_hash: str, is_sitemap: bool) -> Found:
    """Never raises what a website can cause."""
    try:
        wanted = (lambda head: True) if is_sitemap else _may_be_read
        response = fetching.fetch(request, wanted)
        return _found(request, response, known_hash, is_sitemap)
    except FetchError as error:
        return Found(error.reason, error.detail)
    except sitemaps.NotASitemap as error:
        return Found(Reason.BROKEN, str(error)[:200])


def _found(request: Request, response: Response, known_hash: str, is_sitemap: bool) -> Found:
    status = response.status
    if status == 304 and known_hash:
        return Found(unchanged=True)
    if status in (301, 302, 303, 307, 308):
        target = addresses.normal(response.headers.get("location", ""), request.url)
        return Found(redirect=target) if target else Found(Reason.OUTSIDE)
    if status == 429 or (status == 503 and "retry-after" in response.headers):
        return Found(retry_after=_seconds(response.headers.get("retry-after", "")))
    if status in (404, 410):
        return Found(Reason.MISSING, f"HTTP {status}")
    if 400 <= status < 500:
        return Found(Reason.REFUSED, f"HTTP {status}")
    if status != 200:
        return Found(Reason.STATUS, f"HTTP {status}")
    if response.cut:
        return Found(Reason.FORMAT, response.headers.get("content-type", "")[:100])
    validators = partial(
        Found,
        etag=response.headers.get("etag", "")[:300],
        last_modified=response.headers.get("last-modified", "")[:100],
    )
    if hashlib.sha256(response.body).hexdigest() == known_hash:
        return validators(unchanged=True)
    if is_sitemap and not formats.is_page(response.body):
        return validators(entries=tuple(sitemaps.read(response.body)))
    try:
        return validators(content=_content(request.url, response))
    except (errors.UnknownFormat, errors.OldFormat, errors.SeveralDocuments):
        return Found(Reason.FORMAT, response.headers.get("content-type", "")[:100])
    except errors.Empty:
        return Found(Reason.EMPTY)
    except errors.ExtractionError as error:
        return Found(Reason.BROKEN, error.detail[:200] or type(error).__name__)


def _content(url: str, response: Response) -> Content:
    kind = _kind(url, response.headers.get("content-type", ""), response.body)
    content_hash = hashlib.sha256(response.body).hexdigest()
    name = addresses.file_name(url, _EXTENSIONS[kind])
    if kind != formats.HTML:
        no_index = "noindex" in response.headers.get("x-robots-tag", "").lower()
        return Content(
            response.body, kind, name, content_hash, content_hash, title=name, links=Links(no_index=no_index)
        )
    with _reading:
        page = sandbox.extract(kind, response.body, seconds=_READ_SECONDS)
    return Content(
        response.body, kind, name, content_hash, _text_hash(page), page.metadata.title,
        tuple(block.text for block in page.blocks if 0 < block.level <= 2),
        _links(page, response.headers.get("x-robots-tag", "")), is_empty=not page.blocks,
    )  # fmt: skip


def _kind(url: str, content_type: str, body: bytes) -> str:
    """What it is, its bytes say. What the server says tells apart what all is text: pages' fragments, Markdown,
    programs, data. UnknownFormat for what is not read."""
    declared = content_type.split(";")[0].strip().lower()
    if declared in ("", "application/octet-stream", formats.TEXT):
        suffix = addresses.suffix(url)
        declared = formats.EXTENSIONS.get(suffix, formats.TEXT if declared == formats.TEXT else declared)
    said = formats.HTML if declared in _PAGE_TYPES else declared
    try:
        kind = formats.media_type(f"page{_EXTENSIONS.get(said, '')}", body)
    except errors.Broken:
        # A wrong declaration is no reason to refuse what it is.
        kind = formats.media_type("page", body)
    if kind not in _READ or (kind in _PLAIN and said not in _PLAIN):
        raise errors.UnknownFormat(kind)
    return kind


def _may_be_read(head: bytes) -> bool:
    """Whether the rest is worth its while. What a ZIP file is, the list at its end says."""
    if head.startswith(b"PK\x03\x04"):
        return True
    try:
        return formats.media_type("page", head) in _READ
    except errors.Empty:
        return True
    except errors.ExtractionError:
        return False


def _text_hash(page: ExtractedDocument) -> str:
    text = "\n".join([page.metadata.title, *(block.text for block in page.blocks)])
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _links(page: ExtractedDocument, header: str) -> Links:
    links = page.links or Links()
    wishes = header.lower()
    return Links(
        links.base, links.targets, links.canonical,
        links.no_index or "noindex" in wishes or "none" in wishes,
        links.no_follow or "nofollow" in wishes or "none" in wishes,
        links.is_form,
    )  # fmt: skip


def _seconds(retry_after: str) -> float:
    text = retry_after.strip()
    if text.isdigit():
        return min(float(text), _MAX_RETRY_SECONDS)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return _DEFAULT_RETRY_SECONDS
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(1.0, min((moment - datetime.now(UTC)).total_seconds(), _MAX_RETRY_SECONDS))
