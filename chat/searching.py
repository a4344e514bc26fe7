"""A search of the documents for a person: found documents with their passages, and what they can be narrowed by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from chat import standing
from chat.collection_names import collection_names
from chat.document_kinds import kind_of, kinds
from chat.rendering import source_url
from knowledge.catalogue.course_names import course_names
from knowledge.highlighting.arranging import Part, parts_of
from knowledge.languages import language_name
from knowledge.models import Collection, Document, visibilities_of
from knowledge.places import places_of_quotes, said
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.search import search

MAX_PASSAGES = 50
PASSAGES_SHOWN = 3
"""of each document"""
FACETS = ("collection", "course", "academic_year", "language", "type")


@dataclass(frozen=True)
class FoundPassage:
    section: str
    place: str
    """on which page, slide, row; empty where nothing is counted"""
    parts: list[Part]
    url: str


@dataclass(frozen=True)
class FoundDocument:
    document: Document
    collection: str
    """its name for the reader"""
    standing: str
    passages: tuple[FoundPassage, ...]
    more: int
    """passages of it that are not shown"""


@dataclass(frozen=True)
class Choice:
    label: str
    count: int
    is_chosen: bool
    url: str
    """with this choice, or without it where it is chosen"""


@dataclass(frozen=True)
class Facet:
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Results:
    query: str
    documents: tuple[FoundDocument, ...]
    facets: tuple[Facet, ...]


def results(user: AbstractBaseUser | AnonymousUser, asked: QueryDict) -> Results:
    """`asked` has the query as q, and for each facet the value that it is narrowed to."""
    query = asked.get("q", "").replace("\x00", "").strip()[: settings.MAX_QUESTION_CHARACTERS]
    chosen = {facet: asked.get(facet, "") for facet in FACETS if asked.get(facet)}
    found = async_to_sync(search)(query, readers_scope(user, chosen), MAX_PASSAGES, SearchConfig()) if query else []
    documents = (
        Document.objects.reachable_by(user)
        .select_related("collection")
        .in_bulk({passage.document_id for passage in found})
    )
    grouped: dict[int, list[Passage]] = {}
    for passage in found:
        if passage.document_id in documents and _matches(documents[passage.document_id], chosen):
            grouped.setdefault(passage.document_id, []).append(passage)
    collections = collection_names(document.collection for document in documents.values())
    held = standing.of(documents.values())
    shown = tuple(
        _document(documents[pk], collections, held[pk]["standing"], passages) for pk, passages in grouped.items()
    )
    return Results(query, shown, tuple(_facets([one.document for one in shown], collections, chosen, query)))


def readers_scope(user: AbstractBaseUser | AnonymousUser, chosen: Mapping[str, str]) -> Scope:
    """Of the collections that an assistant reads: the others are not for readers yet."""
    collections = Collection.objects.filter(assistants__is_active=True).distinct()
    if "collection" in chosen:
        collections = collections.filter(slug=chosen["collection"])
    return Scope(
        tuple(collections.values_list("pk", flat=True)),
        visibilities_of(user),
        course=chosen.get("course", ""),
        academic_year=chosen.get("academic_year", ""),
        language=chosen.get("language", ""),
    )


def _matches(document: Document, chosen: Mapping[str, str]) -> bool:
    """A filter of the search leaves in what says nothing of it; one chosen here does not."""
    return all(_value(document, facet) == value for facet, value in chosen.items())


def _value(document: Document, facet: str) -> str:
    if facet == "collection":
        return document.collection.slug
    return kind_of(document.media_type) if facet == "type" else str(getattr(document, facet))


def _document(
    document: Document, collections: Mapping[str, str], held: str, passages: Sequence[Passage]
) -> FoundDocument:
    places = places_of_quotes({passage.chunk_id: passage.text for passage in passages[:PASSAGES_SHOWN]})
    shown = tuple(
        FoundPassage(
            passage.section,
            said(passage.page, places.get(passage.chunk_id)),
            parts_of(passage.text),
            source_url(document.pk, passage.document, passage.page, passage.text),
        )
        for passage in passages[:PASSAGES_SHOWN]
    )
    called = collections[document.collection.slug]
    return FoundDocument(document, called, held, shown, len(passages) - len(shown))


def _facets(
    documents: Sequence[Document], collections: Mapping[str, str], chosen: Mapping[str, str], query: str
) -> Iterable[Facet]:
    courses = course_names(document.course for document in documents)
    labels: dict[str, tuple[str, Callable[[str], Any]]] = {
        "collection": (_("Collection"), collections.get),
        "course": (_("Course"), courses.get),
        "academic_year": (_("Academic year"), str),
        "language": (_("Language"), language_name),
        "type": (_("Type"), kinds().get),
    }
    for facet, (label, name) in labels.items():
        counts = Counter(filter(None, (_value(document, facet) for document in documents)))
        if facet in chosen or (counts and max(counts.values()) < len(documents)):
            counts.setdefault(chosen.get(facet, ""), 0)
            yield Facet(label, tuple(_choices(facet, counts, chosen, query, name)))


def _choices(
    facet: str, counts: Mapping[str, int], chosen: Mapping[str, str], query: str, name: Callable[[str], Any]
) -> Iterable[Choice]:
    for value, count in counts.items():
        if value:
            is_chosen = chosen.get(facet) == value
            others = {other: kept for other, kept in chosen.items() if other != facet}
            wanted = {"q": query, **others, **({} if is_chosen else {facet: value})}
            yield Choice(str(name(value) or value), count, is_chosen, f"{reverse('search')}?{urlencode(wanted)}")
