"""The links of a web page, and its wishes about them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from knowledge.ingestion.extract.base import Links

MAX_LINKS = 3000
_MAX_LENGTH = 2000
_REFRESH = re.compile(r"\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"'\s]+)", re.IGNORECASE)
_CRAWLERS = ("robots", "koalarag")


def find_links(root: HtmlElement) -> Links:
    wishes = {wish for meta in root.iter("meta") for wish in _wishes(meta)}
    base = next((element.get("href") or "" for element in root.iter("base")), "")
    canonical = next((link.get("href") or "" for link in root.iter("link") if "canonical" in _relations(link)), "")
    return Links(
        base[:_MAX_LENGTH], tuple(dict.fromkeys(_targets(root)))[:MAX_LINKS], canonical[:_MAX_LENGTH],
        no_index=bool(wishes & {"noindex", "none"}), no_follow=bool(wishes & {"nofollow", "none"}),
    )  # fmt: skip


def _targets(root: HtmlElement) -> Iterator[tuple[str, str]]:
    for element in root.iter("a", "area", "link", "iframe", "frame", "meta"):
        address, text = "", ""
        if element.tag in ("a", "area") and "nofollow" not in _relations(element):
            address = element.get("href") or ""
            text = " ".join((element.text_content() or element.get("alt") or element.get("title") or "").split())
        elif element.tag == "link" and _relations(element) & {"next", "prev", "alternate"}:
            address = element.get("href") or ""
        elif element.tag in ("iframe", "frame"):
            address = element.get("src") or ""
        elif element.tag == "meta" and (element.get("http-equiv") or "").lower() == "refresh":
            match = _REFRESH.match(element.get("content") or "")
            address = match[1] if match else ""
        if address.strip() and len(address) <= _MAX_LENGTH and not address.strip().startswith("#"):
            yield address.strip(), text[:300]


def _relations(element: HtmlElement) -> set[str]:
    return set((element.get("rel") or "").lower().split())


def _wishes(meta: HtmlElement) -> list[str]:
    if (meta.get("name") or "").lower() not in _CRAWLERS:
        return []
    return re.split(r"[\s,]+", (meta.get("content") or "").lower())
