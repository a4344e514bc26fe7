"""Whole documents as passages, not what a query finds of them."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.models import Chunk
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.filters import sections
from knowledge.retrieval.passages import read


def whole(document: int, scope: Scope, most: int) -> list[Passage]:
    """Its sections in order, a passage of each; empty where the scope does not have it, or it has more than `most`."""
    within = sections(replace(scope, documents=(document,)))
    if within.count() > most:
        return []
    first = Chunk.objects.filter(section__in=within).order_by("section__position", "position").values("section", "pk")
    chunks: dict[int, int] = {}
    for row in first:
        chunks.setdefault(row["section"], row["pk"])
    found = read(chunks.values())
    return [found[chunk] for chunk in chunks.values() if chunk in found]


def seen(documents: Sequence[int], scope: Scope) -> set[int]:
    """Those of them that the scope has."""
    return set(sections(replace(scope, documents=tuple(documents))).values_list("document", flat=True).distinct())
