"""The drawings of a corpus report as shapes, for the page (SVG) and for paper alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT, LEFT, BOTTOM = 520, 300, 46, 34
"""of the Zipf plot and its margins, in units of its view"""


@dataclass(frozen=True)
class Bar:
    label: str
    value: int
    percent: float
    """of the largest"""


@dataclass(frozen=True)
class Tick:
    label: str
    place: float


@dataclass(frozen=True)
class Plot:
    """y from the top, as in SVG."""

    points: tuple[tuple[float, float], ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]

    @property
    def line(self) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


def bars(rows: Sequence[Sequence[Any]]) -> list[Bar]:
    most = max((number for _label, number in rows), default=0) or 1
    return [Bar(str(label), number, round(100 * number / most, 2)) for label, number in rows]


def zipf(points: Sequence[Sequence[int]]) -> Plot | None:
    """Frequency over rank, both axes logarithmic; None where there are fewer than two points."""
    if len(points) < 2:
        return None
    last_rank, most = (max(point[axis] for point in points) for axis in (0, 1))
    decades = (max(1, math.ceil(math.log10(last_rank))), max(1, math.ceil(math.log10(most))))

    def x(rank: float) -> float:
        return LEFT + (WIDTH - LEFT - 26) * math.log10(rank) / decades[0]

    def y(number: float) -> float:
        return (HEIGHT - BOTTOM) - (HEIGHT - BOTTOM - 12) * math.log10(max(number, 1)) / decades[1]

    return Plot(
        points=tuple((x(rank), y(number)) for rank, number in points),
        across=tuple(Tick(_power(power), x(10**power)) for power in range(decades[0] + 1)),
        up=tuple(Tick(_power(power), y(10**power)) for power in range(decades[1] + 1)),
    )


def _power(power: int) -> str:
    return f"{10**power:,}".replace(",", " ")
