"""Addresses of pages: one form for each, and what their form says of traps."""

from __future__ import annotations

import hashlib
import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath
from urllib.parse import parse_qsl, quote, unquote, urljoin, urlsplit, urlunsplit

from knowledge.models import crawling

_PORTS = {"http": 80, "https": 443}
_UNRESERVED = re.compile(r"%(2D|2E|5F|7E|3[0-9]|[46][1-9A-F]|[57][0-9A])", re.IGNORECASE)
_PATH_PARAMETER = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?;]*", re.IGNORECASE)
# Links that are relative by mistake put a folder into itself without end.
_MAX_REPEATED_SEGMENT = 3
_SAFE = "!$&'()*+,;=:@/~-._%"


def normal(url: str, base: str = "") -> str:
    """The one form of an http(s) address, without fragment, sessions and visit counters; "" if it is none.

    Two addresses of one form are one page. What only may be the same, as http and https, is left to the pages' texts.
    """
    try:
        parts = urlsplit(urljoin(base, url.strip()) if base else url.strip())
        scheme, host, port = parts.scheme.lower(), _host(parts.hostname or ""), parts.port
        path = _escaped(_PATH_PARAMETER.sub("", _without_dots(parts.path)), _SAFE) or "/"
        query = _query(parts.query)
    except ValueError:
        return ""
    if scheme not in _PORTS or not host or parts.username is not None or parts.password is not None:
        return ""
    netloc = host if port in (None, _PORTS[scheme]) else f"{host}:{port}"
    made = urlunsplit((scheme, netloc, path, query, ""))
    return "" if len(made) > crawling.MAX_URL or _goes_in_circles(path) else made


def origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def host_name(url: str) -> str:
    return urlsplit(url).hostname or ""


def path_and_query(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def shape(url: str) -> str:
    """sha1 of the address without its numbers and its query's values: what a calendar's pages have in common."""
    parts = urlsplit(url)
    names = sorted({name for name, _value in parse_qsl(parts.query, keep_blank_values=True)})
    text = f"{parts.netloc}{re.sub(r'[0-9]+', '0', parts.path)}?{'&'.join(names)}"
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def is_numbered(url: str) -> bool:
    """Whether other addresses of the same shape can be thought of."""
    return "?" in url or any(character.isdigit() for character in urlsplit(url).path)


def file_name(url: str, extension: str) -> str:
    """For a document: the path's last part, with the extension of what was found there."""
    last = unquote(urlsplit(url).path.rstrip("/").rsplit("/", 1)[-1])
    stem = re.sub(r"\.\w{1,5}$", "", last) or host_name(url)
    return re.sub(r"[^\w.,()+ -]+", "_", stem)[:200] + extension


def suffix(url: str) -> str:
    """Of the path's last part, in small letters and with its dot; "" without one."""
    return PurePosixPath(urlsplit(url).path).suffix.lower()


def external_id(url: str) -> str:
    """The address; with a hash at its end where it would be too long for a document's identifier."""
    return url if len(url) <= 300 else f"{url[:235]}#{hashlib.sha256(url.encode()).hexdigest()}"


def _host(name: str) -> str:
    if not name or ":" in name:
        return f"[{name.lower()}]" if name else ""
    return name.rstrip(".").encode("idna").decode("ascii").lower() if not name.isascii() else name.rstrip(".").lower()


def _escaped(text: str, safe: str) -> str:
    """Percent signs only where they are needed, in capitals."""
    plain = _UNRESERVED.sub(lambda match: chr(int(match[1], 16)), text)
    return re.sub(r"%[0-9a-f]{2}", lambda match: match[0].upper(), quote(plain, safe=safe))


def _without_dots(path: str) -> str:
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            kept = kept[:-1] if len(kept) > 1 else kept
        elif segment != ".":
            kept.append(segment)
    if path.endswith(("/.", "/..")):
        kept.append("")
    return "/".join(kept)


def _query(query: str) -> str:
    parts = [part for part in query.split("&") if part and not _is_about_the_visit(part.partition("=")[0])]
    return _escaped("&".join(parts), _SAFE + "?")


def _is_about_the_visit(name: str) -> bool:
    return any(fnmatchcase(unquote(name).lower(), pattern) for pattern in _visit_parameters())


@cache
def _visit_parameters() -> tuple[str, ...]:
    lines = Path(__file__).with_name("parameters.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def _goes_in_circles(path: str) -> bool:
    segments = [segment for segment in path.split("/") if segment]
    return any(segments.count(segment) > _MAX_REPEATED_SEGMENT for segment in segments)
