"""One request for one address, with limits of time and size; redirects are handed back, not followed."""

from __future__ import annotations

import asyncio
import ssl
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import httpx2
from django.conf import settings

from knowledge.crawling import network
from knowledge.crawling.reasons import Reason

SECONDS = 60
"""for all of one request"""
_CONNECT_SECONDS = 15
_SILENCE_SECONDS = 20
_HEAD = 8192
_MAX_ADDRESSES = 3
_ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=.9,*/*;q=.8"

Wanted = Callable[[bytes], bool]
"""Whether a body that begins like this is worth the rest of it."""


@dataclass(frozen=True)
class Request:
    url: str
    allow_private: bool
    max_bytes: int
    etag: str = ""
    last_modified: str = ""
    may_be_cut: bool = False
    """what is longer than max_bytes is read so far, and is no error"""


@dataclass(frozen=True)
class Response:
    status: int
    headers: httpx2.Headers
    body: bytes = b""
    """of a 200 that was wanted, else empty"""
    cut: bool = False
    """its beginning was enough to leave the rest, or all that is read"""


class FetchError(Exception):
    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


def fetch(request: Request, wanted: Wanted = lambda head: True) -> Response:
    """Raises FetchError. Takes SECONDS at most, whatever the server does."""
    try:
        return asyncio.run(_fetch_in_time(request, wanted))
    except network.AddressRefused as error:
        raise FetchError(Reason.ADDRESS, str(error)) from error
    except network.NameUnknown as error:
        raise FetchError(Reason.UNKNOWN_HOST, str(error)) from error
    except (TimeoutError, httpx2.TimeoutException) as error:
        raise FetchError(Reason.TIMEOUT) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise FetchError(Reason.CONNECTION, f"{type(error).__name__}: {error}"[:200]) from error


async def _fetch_in_time(request: Request, wanted: Wanted) -> Response:
    async with asyncio.timeout(SECONDS):
        return await _fetch(request, wanted)


async def _fetch(request: Request, wanted: Wanted) -> Response:
    """A second address of the name is tried where the first cannot be connected to."""
    url = httpx2.URL(request.url)
    port = url.port or (443 if url.scheme == "https" else 80)
    addresses = (await network.resolve(url.host, port, request.allow_private))[:_MAX_ADDRESSES]
    for address in addresses[:-1]:
        try:
            return await _ask(request, url, address, wanted)
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            continue
    return await _ask(request, url, addresses[-1], wanted)


async def _ask(request: Request, url: httpx2.URL, address: str, wanted: Wanted) -> Response:
    """A connection of its own for each request, to the very address that was checked; no cookies, no proxies."""
    transport = httpx2.AsyncHTTPTransport(verify=_certificates(), trust_env=False)
    timeout = httpx2.Timeout(_SILENCE_SECONDS, connect=_CONNECT_SECONDS)
    async with httpx2.AsyncClient(transport=transport, timeout=timeout, trust_env=False) as client:
        asked = client.build_request(
            "GET", url.copy_with(host=address), headers=_headers(request, url), extensions=_named(url)
        )
        answer = await client.send(asked, stream=True)
        try:
            if answer.status_code != 200:
                return Response(answer.status_code, answer.headers)
            return await _read(answer, request, wanted)
        finally:
            await answer.aclose()


def _named(url: httpx2.URL) -> dict[str, object]:
    """The certificate must be the name's, not the address's."""
    return {"sni_hostname": url.host} if url.scheme == "https" else {}


def _headers(request: Request, url: httpx2.URL) -> dict[str, str]:
    headers = {
        "Host": url.netloc.decode("ascii"), "User-Agent": settings.CRAWL_USER_AGENT, "Accept": _ACCEPT,
        "Accept-Language": "gl, es;q=.9, en;q=.8, *;q=.5", "Accept-Encoding": "gzip", "Connection": "close",
    }  # fmt: skip
    if request.etag:
        headers["If-None-Match"] = request.etag
    if request.last_modified:
        headers["If-Modified-Since"] = request.last_modified
    return headers


async def _read(answer: httpx2.Response, request: Request, wanted: Wanted) -> Response:
    """The body, unpacked piece by piece so that no bomb ever unfolds."""
    max_bytes = request.max_bytes
    body, unpack, looked = bytearray(), _unpacker(answer.headers.get("content-encoding", "")), False
    async for piece in answer.aiter_raw(65536):
        body += unpack(piece, max_bytes + 1 - len(body))
        if len(body) > max_bytes and request.may_be_cut:
            return Response(200, answer.headers, bytes(body[:max_bytes]), cut=True)
        if len(body) > max_bytes:
            raise FetchError(Reason.TOO_LARGE, f"> {max_bytes // 2**20} MB")
        if not looked and len(body) >= _HEAD:
            looked = True
            if not wanted(bytes(body[:_HEAD])):
                return Response(200, answer.headers, bytes(body[:_HEAD]), cut=True)
    return Response(200, answer.headers, bytes(body))


def _unpacker(encoding: str) -> Callable[[bytes, int], bytes]:
    match encoding.strip().lower():
        case "" | "identity":
            return lambda piece, room: piece
        case "gzip" | "x-gzip":
            stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
        case "deflate":
            stream = zlib.decompressobj()
        case other:
            raise FetchError(Reason.BROKEN, f"Content-Encoding: {other[:60]}")

    def unpack(piece: bytes, room: int) -> bytes:
        try:
            return stream.decompress(piece, room)
        except zlib.error as error:
            raise FetchError(Reason.BROKEN, str(error)) from error

    return unpack


@cache
def _certificates() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)
