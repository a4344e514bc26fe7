"""The sections of travel guides, read from the collections, as passages."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import TypeVar

from django.db.models import QuerySet

from chat.agent.retrieval.searches import Searcher
from chat.trips.guide import Guide
from chat.trips.legs import Leg, legs_in
from chat.trips.vocabulary import says
from knowledge.embedding.registry import chosen_embedder
from knowledge.models import Chunk, Document, Section
from knowledge.retrieval import asking
from knowledge.retrieval import passages as stored
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.facts import Facts, Probe, facts
from knowledge.retrieval.filters import sections
from knowledge.text.terms import fold

MAX_PLACES = 200
Read = TypeVar("Read")


def _once(read: Callable[[Scope, Guide], Read]) -> Callable[[Scope, Guide], Read]:
    """For one answer, of which the guide is: many ask the same."""

    @wraps(read)
    def remembered(scope: Scope, guide: Guide) -> Read:
        key = read.__name__, scope
        if key not in guide.known:
            guide.known[key] = read(scope, guide)
        found: Read = guide.known[key]
        return found

    return remembered


@_once
def places(scope: Scope, guide: Guide) -> dict[int, str]:
    """Document id -> title of every guide to a place: a document with a section of sights."""
    sights = _titled(scope, guide, [guide.sections["sights"]]).order_by("document__title")
    return dict(sights.values_list("document_id", "document__title")[:MAX_PLACES])


@_once
def sights(scope: Scope, guide: Guide) -> dict[int, str]:
    """Document id -> what its section of sights says."""
    found = _titled(scope, guide, [guide.sections["sights"]])
    return dict(found.values_list("document_id", "text")[:MAX_PLACES])


def say(scope: Scope, name: str) -> bool:
    """As whole words: "Marte" is not what "martes" says."""
    return _saying(scope, name).exists()


def say_any(scope: Scope, name: str) -> bool:
    """Any word of a list of the vocabulary."""
    return bool(sections_saying(scope, (), lambda text: says(name, text)))


def tell_of(scope: Scope, guide: Guide, places: Iterable[int], name: str) -> bool:
    """The guides to the places, otherwise than as where a train or a flight goes to."""
    ways = {fold(title) for title in (*guide.routes, guide.sections.get("transport", ""))}
    titles = _saying(scope, name).filter(document__in=list(places)).values_list("title", flat=True).distinct()
    return any(fold(title) not in ways for title in titles)


def _saying(scope: Scope, name: str) -> QuerySet[Section]:
    return sections(scope).order_by().filter(text__iregex=rf"\m{re.escape(name)}\M")


def documents_saying(scope: Scope, guide: Guide, roles: Iterable[str], pattern: str) -> list[int]:
    """Document ids, one for each section of these roles that the pattern is found in: case and accents count."""
    found = _titled(scope, guide, [guide.sections.get(role, "") for role in roles]).filter(text__regex=pattern)
    return list(found.values_list("document_id", flat=True))


def sections_saying(scope: Scope, documents: Sequence[int], tells: Callable[[str], bool]) -> list[int]:
    """Section ids of whatever the documents say so of; of all in scope where none is given."""
    found = sections(scope).filter(document__in=documents) if documents else sections(scope)
    return [pk for pk, text in found.values_list("pk", "text") if tells(fold(text))]


def legs(scope: Scope, guide: Guide, known: Mapping[int, str]) -> list[Leg]:
    found = _titled(scope, guide, (*guide.routes, guide.sections.get("transport", "")))
    return [leg for pk, text in found.values_list("pk", "text") for leg in legs_in(pk, text, known, guide)]


def sections_of(scope: Scope, guide: Guide, documents: Sequence[int]) -> list[Section]:
    """All that the guide's roles name, document by document."""
    found = _titled(scope, guide, guide.sections.values()).filter(document__in=documents)
    return sorted(found, key=lambda section: (documents.index(section.document_id), section.position))


def _titled(scope: Scope, guide: Guide, titles: Iterable[str]) -> QuerySet[Section]:
    """However their titles are spelt: case and accents aside."""
    wanted = {fold(title) for title in titles if title}
    return sections(scope).filter(title__in=[title for title in _titles(scope, guide) if fold(title) in wanted])


@_once
def _titles(scope: Scope, _guide: Guide) -> list[str]:
    return list(sections(scope).order_by().values_list("title", flat=True).distinct())


def passages(searcher: Searcher, query: str, section_ids: Iterable[int]) -> dict[int, Passage]:
    """Section id -> the whole section, with its chunk that is nearest to the query."""
    embedder = chosen_embedder(searcher.config.embedding_model)
    probe = Probe(asking.vector(asking.begin(embedder, query)), embedder.name, searcher.scope)
    chunks = dict(Chunk.objects.filter(section__in=list(section_ids)).values_list("pk", "section"))
    known = facts(probe, chunks)
    nearest: dict[int, int] = {}
    for pk in sorted(known, key=lambda pk: -known[pk].cosine):
        nearest.setdefault(chunks[pk], pk)
    read = stored.read(nearest.values())
    return {section: _scored(read[pk], known[pk]) for section, pk in nearest.items() if pk in read}


def _scored(passage: Passage, known: Facts) -> Passage:
    return replace(passage, score=known.cosine, dense=known.cosine, in_force=known.in_force)


def external_ids(documents: Iterable[int]) -> dict[int, str]:
    return dict(Document.objects.filter(pk__in=list(documents)).values_list("pk", "external_id"))
