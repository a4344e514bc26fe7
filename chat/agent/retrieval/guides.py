"""The sections of travel guides, read from the collections, as passages."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import QuerySet

from chat.agent.retrieval.searches import Searcher
from chat.agent.trips.guide import Guide
from chat.agent.trips.legs import Leg, legs_in
from knowledge.embedding.registry import chosen_embedder
from knowledge.models import Chunk, Section
from knowledge.retrieval.candidates import Probe, facts
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.passages import passage_of

MOST_PLACES = 200


def _readable(scope: Scope) -> QuerySet[Section]:
    readable = {"document__collection__in": scope.collections, "document__visibility__in": scope.visibilities}
    return Section.objects.filter(**readable, document__indexed_at__isnull=False)


def places(scope: Scope, guide: Guide) -> dict[int, str]:
    """Document id -> title of every guide to a place: a document with a section of sights."""
    sights = _readable(scope).filter(title=guide.sections["sights"]).order_by("document__title")
    return dict(sights.values_list("document_id", "document__title")[:MOST_PLACES])


def sights(scope: Scope, guide: Guide) -> dict[int, str]:
    """Document id -> what its section of sights says."""
    found = _readable(scope).filter(title=guide.sections["sights"])
    return dict(found.values_list("document_id", "text")[:MOST_PLACES])


def legs(scope: Scope, guide: Guide, known: Mapping[int, str]) -> list[Leg]:
    titles = (*guide.routes, guide.sections.get("transport", ""))
    found = _readable(scope).filter(title__in=[title for title in titles if title])
    return [leg for pk, text in found.values_list("pk", "text") for leg in legs_in(pk, text, known, guide)]


def sections_of(scope: Scope, guide: Guide, documents: Sequence[int]) -> list[Section]:
    """All that the guide's roles name, document by document."""
    found = _readable(scope).filter(document__in=documents, title__in=guide.sections.values())
    return sorted(found, key=lambda section: (documents.index(section.document_id), section.position))


def passages(searcher: Searcher, query: str, section_ids: Iterable[int]) -> dict[int, Passage]:
    """Section id -> the whole section, with its chunk that is nearest to the query."""
    embedder = chosen_embedder(searcher.config.embedding_model)
    probe = Probe(embedder.embed([query])[0], embedder.name, searcher.scope)
    chunks = {chunk.pk: chunk for chunk in _chunks(section_ids)}
    known = facts(probe, chunks)
    found: dict[int, Passage] = {}
    for pk in sorted(known, key=lambda pk: -known[pk].cosine):
        found.setdefault(chunks[pk].section_id, passage_of(chunks[pk], known[pk].cosine, known[pk], 0.0))
    return found


def _chunks(section_ids: Iterable[int]) -> QuerySet[Chunk]:
    return Chunk.objects.filter(section__in=list(section_ids)).select_related("section", "document")
