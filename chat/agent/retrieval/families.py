"""Versions of one document: which of them holds now, and what another one says instead."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from knowledge.retrieval.database import fetch
from knowledge.text.dates import first_year
from knowledge.versions.editions import BEGINS, plain_title

# As Source has them. Asked at every step: to compile the same query anew costs more than to run it.
READ = """
    SELECT id, collection_id, course, title, academic_year, valid_from, valid_until, superseded_by_id,
           published_on, replaced_at
    FROM knowledge_document WHERE id = ANY(%s)
"""

# In July and August those who ask may mean the one that ends or the next.
CHANGEOVER = (7, 8)


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
    for source in of.values():
        newest = _newest(source, of)
        if (
            source.year is not None
            or source is not newest
            or any(o.superseded_by == source.document_id for o in of.values())
        ):
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
