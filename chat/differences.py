"""All that differs between two versions of a document, where an answer tells the most telling of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from chat import rendering
from chat.agent import phrases
from chat.agent.answers.changes import Change
from chat.agent.answers.citations import Drafting
from chat.agent.answers.formats.changes import table_of_changes
from chat.agent.phrases import rest_of_changes
from chat.agent.retrieval.two_versions import are_versions, differences
from chat.searching import readers_scope
from knowledge.models import Document

MAX_SHOWN = 400
"""differences: each has at most two citations, whose numbers have three digits"""


@dataclass(frozen=True)
class Version:
    document: Document
    dated: str
    """the academic year that it is of, or its day; empty where it has neither, or its title says it"""


@dataclass(frozen=True)
class Differences:
    older: Version
    newer: Version
    html: SafeString
    """empty where they say the same"""


def between(older: int, newer: int, reader: AbstractBaseUser | AnonymousUser) -> Differences | None:
    """None where they are no two versions of one document that the reader may see, or too long to be compared."""
    documents = Document.objects.reachable_by(reader).in_bulk((older, newer))
    scope = readers_scope(reader, {})
    if len(documents) < 2 or not are_versions(older, newer, scope):
        return None
    found = differences(older, newer, scope)
    return None if found is None else Differences(*(_version(documents[pk]) for pk in (older, newer)), _html(found))


def _version(document: Document) -> Version:
    dated = phrases.dated(document.dated, document.academic_year, get_language() or "en")
    return Version(document, "" if dated in str(document) else dated)


def _html(found: Sequence[Change]) -> SafeString:
    drafting = Drafting(get_language() or "en")
    more = len(found) - MAX_SHOWN
    rest = rest_of_changes(more, drafting.language) if more > 0 else ""
    text = "\n\n".join([table_of_changes(found[:MAX_SHOWN], drafting), rest])
    sources = [rendering.citation_json(one) for one in drafting.citations]
    # Sanitised where it is rendered.
    return mark_safe(rendering.html(text, sources)) if found else SafeString()
