"""Where the expected documents and sections stand in a ranked list: what the retrieval metrics share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from evaluation.metrics.base import Found
from evaluation.metrics.folding import fold


def is_expected(expected: str, found: Found) -> bool:
    """Whether a passage is of the document, or of the section of `Title#Section`, that was expected."""
    document, _hash, section = expected.partition("#")
    if not _is_document(document, found):
        return False
    return not section or fold(section) in {fold(title) for title in found.section.split("›")}


def first_ranks(expected: Sequence[str], ranked: Sequence[Found]) -> list[int | None]:
    """For each expected document its rank, from 1, among the distinct documents of the list; None if absent.

    Where sections are expected, the distinct sections are ranked instead.
    """
    units = _distinct(ranked, by_section=any("#" in one for one in expected))
    return [next((rank for rank, unit in enumerate(units, 1) if is_expected(one, unit)), None) for one in expected]


def _is_document(name: str, found: Found) -> bool:
    path = PurePosixPath(found.document)
    return name in {found.document, path.name, path.stem} or fold(name) == fold(found.title)


def _distinct(ranked: Sequence[Found], *, by_section: bool) -> list[Found]:
    """The first passage of every document (or section), in order."""
    firsts: dict[tuple[str, str], Found] = {}
    for found in ranked:
        firsts.setdefault((found.document, found.section if by_section else ""), found)
    return list(firsts.values())
