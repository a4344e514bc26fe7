"""All that differs between two versions of a document, where an answer tells the most telling of it."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from chat import rendering
from chat.agent.answers.changes import Change
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.formats.changes import table_of_changes
from chat.agent.phrases import WHAT_CHANGED, rest_of_changes, say
from chat.agent.retrieval.two_versions import are_versions, differences
from chat.searching import readers_scope
from knowledge.models import Document

MAX_SHOWN = 400
"""differences: each has at most two citations, whose numbers have three digits"""


def between(older: int, newer: int, reader: AbstractBaseUser | AnonymousUser) -> SafeString | None:
    """As HTML, empty where they say the same; None where they are no two versions of one document that the reader may
    see, or too long to be compared."""
    titles = dict(Document.objects.reachable_by(reader).filter(pk__in=(older, newer)).values_list("pk", "title"))
    scope = readers_scope(reader, {})
    if len(titles) < 2 or not are_versions(older, newer, scope):
        return None
    found = differences(older, newer, scope)
    return None if found is None else _html(titles[older], titles[newer], found)


def _html(older: str, newer: str, found: Sequence[Change]) -> SafeString:
    drafting = Drafting(get_language() or "en")
    title = f"**{say(WHAT_CHANGED, drafting.language, older=escape(older), newer=escape(newer))}**"
    more = len(found) - MAX_SHOWN
    rest = rest_of_changes(more, drafting.language) if more > 0 else ""
    text = "\n\n".join([title, table_of_changes(found[:MAX_SHOWN], drafting), rest])
    languages = {quote.passage.document_id: quote.passage.language for change in found for quote in change.quotes}
    sources = [rendering.citation_json(one) | {"language": languages[one.document_id]} for one in drafting.citations]
    # Sanitised where it is rendered.
    return mark_safe(rendering.html(text, sources)) if found else SafeString()
