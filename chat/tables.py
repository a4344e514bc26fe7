"""A table of an answer in a box of its own: its title is its caption, and the keyboard scrolls what is too wide."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

NOTHING = SafeString()


def caption(title: SafeString) -> SafeString:
    """Empty where there is no title."""
    return format_html("<caption>{}</caption>", title) if title else NOTHING


def in_language(language: str) -> SafeString:
    """The attribute; empty where the language is not known."""
    return format_html(' lang="{}"', language) if language else NOTHING


def scrolling(table: SafeString, headers: Sequence[str], title: SafeString = NOTHING) -> SafeString:
    """Without a title, the table is called by its headers."""
    name = strip_tags(title) or ", ".join(filter(None, headers))
    label = ": ".join(filter(None, (_("Table"), name)))
    ends = format_html(">{}", caption(title)) if title else format_html(' aria-label="{}">', name or label)
    # The first tag is the table's own.
    named = mark_safe(table.replace(">", ends, 1))
    return format_html('<div class="rows scrolls" role="group" tabindex="0" aria-label="{}">{}</div>', label, named)
