"""What is known of a chunk before it is read: how near it is to the query, whether it holds today, its language."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray
from pgvector import HalfVector

from knowledge.retrieval.config import Scope
from knowledge.retrieval.database import fetch
from knowledge.retrieval.filters import Condition, each_in_force, each_inside


@dataclass(frozen=True)
class Facts:
    cosine: float
    """0 for a chunk that has no vector of the model yet"""
    in_force: bool
    language: str


@dataclass(frozen=True)
class Probe:
    """A query's vector, and what may be looked at."""

    vector: NDArray[np.float32] | None
    """None where the model did not answer: all cosines are 0"""
    model: str
    scope: Scope

    @cached_property
    def literal(self) -> str | None:
        """The vector as PostgreSQL reads it."""
        return None if self.vector is None else HalfVector(self.vector).to_text()


def columns(probe: Probe, cast: str = "") -> Condition:
    """What `from_rows` reads, of a chunk "c" and its vector "e", which is cast to what an index was built on."""
    current = each_in_force(timezone.localdate())
    sql = f"c.id, e.vector{cast} <=> %s::halfvec AS distance, {current.sql}, c.language"
    return Condition(sql, (probe.literal, *current.parameters))


def from_rows(rows: Iterable[tuple[Any, ...]]) -> dict[int, Facts]:
    """By chunk id, in the order of the rows."""
    return {pk: Facts(0.0 if distance is None else 1 - distance, *others) for pk, distance, *others in rows}


def facts(probe: Probe, chunk_ids: Iterable[int]) -> dict[int, Facts]:
    """Of those of the chunks that the scope allows; the filters are part of the query."""
    ids = list(chunk_ids)
    if not ids:
        return {}
    wanted, allowed = columns(probe), each_inside(probe.scope)
    statement = f"""
        SELECT {wanted.sql}
        FROM knowledge_chunk c LEFT JOIN knowledge_embedding e ON e.chunk_id = c.id AND e.model = %s
        WHERE c.id = ANY(%s) AND {allowed.sql}
    """
    return from_rows(fetch(statement, [*wanted.parameters, probe.model, ids, *allowed.parameters]))
