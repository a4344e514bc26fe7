"""Versions of one document: the one that holds, or held then, is read; the others are kept aside, to be named."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils import timezone

from chat.agent.retrieval.searches import best_of_several
from chat.agent.understanding.changes import asks_former
from chat.agent.understanding.wordings import word
from knowledge.retrieval.config import Passage
from knowledge.retrieval.database import fetch
from knowledge.retrieval.passages import read
from knowledge.text.dates import first_year, year_of
from knowledge.text.terms import fold
from knowledge.versions.editions import BEGINS, plain_title

# As Source has them. Asked at every step: to compile the same query anew costs more than to run it.
READ = """
    SELECT id, collection_id, course, title, academic_year, valid_from, valid_until, superseded_by_id,
           published_on, replaced_at
    FROM knowledge_document WHERE id = ANY(%s)
"""

# In July and August those who ask may mean the one that ends or the next.
CHANGEOVER = (7, 8)
_HOLDS = word("versions", "in_force")


@dataclass(frozen=True)
class Source:
    """What a document is a version of, and of when it is."""

    document_id: int
    family: tuple[int, str, str]
    """collection, course and title without years: the same for all versions that say so by a year"""
    course: str
    title: str
    academic_year: str
    year: int | None
    """in which its academic year begins, or that its title names; a document without one is no version of another"""
    ended: bool
    """by its dates, or because another one supersedes it"""
    superseded_by: int | None
    begun: date | None = None
    """since when it is in force, or else when it was published"""
    over: date | None = None
    """its last day"""


def sources(document_ids: Iterable[int]) -> dict[int, Source]:
    today = timezone.localdate()
    return {row[0]: _source(row, today) for row in fetch(READ, [list(set(document_ids))])}


def _source(row: tuple[Any, ...], today: date) -> Source:
    pk, collection, course, title, academic_year, begun, until, superseded_by, published, replaced = row
    valid = not (until and until < today) and not (begun and begun > today)
    return Source(
        document_id=pk,
        family=(collection, course, plain_title(title)),
        course=course,
        title=title,
        academic_year=academic_year,
        year=first_year(academic_year) or first_year(title),
        ended=superseded_by is not None or not valid,
        superseded_by=superseded_by,
        begun=begun or published,
        over=until or (timezone.localdate(replaced) if replaced else None),
    )


def families(known: Iterable[Source]) -> list[list[Source]]:
    """Versions of one document together; those of one version alone are left out."""
    found: dict[tuple[int, str, str], list[Source]] = {}
    of = {source.document_id: source for source in known}
    replacing = {source.superseded_by for source in of.values()}
    for source in of.values():
        newest = _newest(source, of)
        if source.year is not None or source is not newest or source.document_id in replacing:
            found.setdefault(newest.family, []).append(source)
    return [group for group in found.values() if len({(one.year, one.ended) for one in group}) > 1]


def _newest(source: Source, of: Mapping[int, Source]) -> Source:
    """What supersedes it in the end, as far as that is known here."""
    seen = {source.document_id}
    while source.superseded_by in of and source.superseded_by not in seen:
        source = of[source.superseded_by]  # type: ignore[index]
        seen.add(source.document_id)
    return source


def current(versions: Sequence[Source], today: date | None = None) -> list[Source]:
    """The version that holds: in force, of the newest year that has begun. Several where it is not plain which.

    In July and August the year that ends and the one that comes are both asked about. Where all years are to come
    the nearest holds.
    """
    day = today or timezone.localdate()
    in_force = [one for one in versions if not one.ended] or list(versions)
    years = {one.year for one in in_force if one.year is not None}
    if not years:
        return in_force
    now = day.year if day.month >= BEGINS else day.year - 1
    begun = [year for year in years if year <= now]
    chosen = {max(begun) if begun else min(years)}
    if day.month in CHANGEOVER and now + 1 in years:
        chosen.add(now + 1)
    return [one for one in in_force if one.year is None or one.year in chosen]


def former(versions: Sequence[Source]) -> list[Source]:
    """The version before the one that holds; empty where that is the first."""
    since = min(map(_order, current(versions)), default=None)
    earlier = [one for one in versions if since and _order(one) < since]
    last = max(map(_order, earlier), default=None)
    return [one for one in earlier if _order(one) == last]


def held_in(versions: Sequence[Source], year: int) -> list[Source]:
    """The versions that were in force in that year: of the academic year that begins then, else at its end, else in a
    part of it."""
    named = [one for one in versions if one.academic_year and one.year == year]
    first, last = date(year, 1, 1), date(year, 12, 31)
    begun = [one for one in versions if _begins(one) <= last]
    return (
        named
        or [one for one in begun if _ends(one, versions) > last]
        or [one for one in begun if _ends(one, versions) >= first]
    )


def _begins(source: Source) -> date:
    return source.begun or (date(source.year, 1, 1) if source.year else date.min)


def _order(source: Source) -> tuple[int, date]:
    """An academic year says more than when its document was published."""
    begins = _begins(source)
    return (source.year if source.academic_year and source.year else begins.year), begins


def _ends(source: Source, versions: Sequence[Source]) -> date:
    """A version ends when the next one begins; where nobody knows when that is, when it was replaced here."""
    later = [_begins(one) for one in versions if _begins(one) > _begins(source)]
    return min(later, default=source.over or date.max)


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
