"""Pages that are only a door: a form to sign in or to search, and next to nothing beside it."""

from __future__ import annotations

from lxml.html import HtmlElement

_TYPED = frozenset(("text", "search", "email", "password", "tel", "url", "number", "date"))
_LABELS = "ancestor::h1 or ancestor::h2 or ancestor::h3 or ancestor::label or ancestor::legend or ancestor::title"
_TEXTS = f".//text()[not({_LABELS})]"
_MAX_BESIDE_PASSWORD = 200
"""letters beside headings and labels: “forgot your password?”, whom to ask, a notice on cookies"""
_MAX_BESIDE_SEARCH = 80
"""a page with a field to search may say when a desk is open, or what it costs"""


def doors(root: HtmlElement) -> list[tuple[HtmlElement, int]]:
    """Where such forms stand, and how many letters may stand beside each. Before the page's fields are taken out."""
    found = []
    for form in root.iter("form"):
        fields = [field.get("type", "text").lower() for field in form.iter("input")]
        typed = [kind for kind in fields if kind in _TYPED]
        is_get = form.get("method", "get").lower() == "get" and form.find(".//textarea") is None
        if "password" in typed:
            found.append((_place(form), _MAX_BESIDE_PASSWORD))
        elif typed == ["search"] or (is_get and typed == ["text"]):
            found.append((_place(form), _MAX_BESIDE_SEARCH))
    return found


def is_only(content: HtmlElement, found: list[tuple[HtmlElement, int]]) -> bool:
    """Whether one of the doors stands in the page's content, which says nothing else."""
    limits = [limit for place, limit in found if place is content or content in place.iterancestors()]
    if not limits:
        return False
    said = sum(letter.isalnum() for text in content.xpath(_TEXTS) for letter in text)
    return said <= max(limits)


def _place(form: HtmlElement) -> HtmlElement:
    """What role="search" marks is taken out of the content, where it is what the page is for as well."""
    marked = next((one for one in (form, *form.iterancestors()) if one.get("role") == "search"), None)
    parent = None if marked is None else marked.getparent()
    return form if parent is None else parent
