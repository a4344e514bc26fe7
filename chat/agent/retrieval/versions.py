"""Of several versions of a document the one that holds is read; the others are kept aside, to be named."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from django.utils import timezone

from chat.agent.retrieval.families import Source, current, families, former, held_in, sources
from chat.agent.retrieval.selection import best_of_several
from chat.agent.understanding.former import asks_former
from chat.agent.understanding.wordings import word
from knowledge.retrieval.config import Passage
from knowledge.retrieval.passages import read
from knowledge.text.dates import year_of
from knowledge.text.terms import fold
from knowledge.versions.editions import plain_title

_HOLDS = word("versions", "in_force")


def split(
    found: Sequence[Passage], top_k: int, asked: str, academic_year: str
) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
    """The best that hold, and what was found besides: other versions, and what ranks lower.

    Who names an academic year has said which version is meant. Of a year that is past it is the one that held then, and
    of how things were the version before those.
    """
    year = past_year(asked, academic_year)
    if not academic_year and asks_former(asked):
        held = _of_before(found)
    elif year is not None:
        held = holding(found, lambda versions: held_in(versions, year) or current(versions))
    else:
        held = list(found) if academic_year else holding(found)
    evidence = tuple(best_of_several(held, top_k))
    kept = {passage.chunk_id for passage in evidence}
    return evidence, tuple(passage for passage in found if passage.chunk_id not in kept)


def _of_before(found: Sequence[Passage]) -> list[Passage]:
    """Of the former versions; what has none must not be of a later academic year: this year's directory."""
    known = sources(passage.document_id for passage in found)
    past = {one.document_id: one.academic_year for group in families(known.values()) for one in former(group)}
    held = holding(found, lambda versions: former(versions) or current(versions))
    last = max((past.get(passage.document_id, "") for passage in held), default="")
    return [passage for passage in held if not last or passage.academic_year <= last]


def latest(found: Sequence[Passage]) -> list[Passage]:
    """Of documents with one title only the newest by their own dates; those without a date stay."""
    newest: dict[str, date] = {}
    for passage in found:
        if passage.dated:
            title = plain_title(passage.title)
            newest[title] = max(passage.dated, newest.get(title, passage.dated))
    return [
        passage
        for passage in found
        if newest.get(plain_title(passage.title), passage.dated) == passage.dated or not passage.dated
    ]


def asks_what_holds(question: str) -> bool:
    """In so many words: "the policy in force", "the latest version"."""
    return _HOLDS.search(fold(question)) is not None


def past_year(question: str, academic_year: str) -> int | None:
    """The year before this one that a question names, alone: "in 2023"; an academic year filters what is searched."""
    year = None if academic_year else year_of(question)
    return year if year and year < timezone.localdate().year else None


def holding(found: Sequence[Passage], choose: Callable[[Sequence[Source]], list[Source]] = current) -> list[Passage]:
    """Those of versions that hold, or that `choose` takes of several, in their order.

    A search shows what several documents say alike once: where it is of a version that does not hold, its twin in the
    one that does takes its place.
    """
    chunks = [chunk for passage in found for chunk in passage.twins]
    twins = read(chunks) if chunks else {}
    known = sources(passage.document_id for passage in (*found, *twins.values()))
    holders = {
        version.document_id: {one.document_id: one for one in choose(group)}
        for group in families(known.values())
        for version in group
    }
    chosen = (_chosen(passage, twins, holders.get(passage.document_id, known)) for passage in found)
    return [passage for passage in chosen if passage]


def _chosen(passage: Passage, twins: Mapping[int, Passage], holders: Mapping[int, Source]) -> Passage | None:
    if passage.document_id in holders:
        return passage
    instead = (twins[chunk] for chunk in passage.twins if chunk in twins)
    twin = next((one for one in instead if one.document_id in holders), None)
    if twin is None:
        return None
    return replace(
        twin,
        score=passage.score,
        dense=passage.dense,
        lexical=passage.lexical,
        in_force=not holders[twin.document_id].ended,
        also_at=(passage.document, *(name for name in passage.also_at if name != twin.document)),
        explanation=passage.explanation,
    )
