"""What rich text is made of once it was read: paragraphs, and rows of cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Paragraph:
    text: str
    marker: str = ""
    level: int = 0
    bold: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    text: str
    bold: bool = False
    goes_on: Literal["", "down", "across"] = ""
    """whether it belongs to the cell above, or to the one before"""


TableRow = tuple[Cell, ...]


@dataclass
class Line:
    """What is read of the paragraph so far."""

    text: list[str] = field(default_factory=list)
    weights: list[bool] = field(default_factory=list)
    mark: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def say(self, text: str, bold: bool) -> None:
        self.text.append(text)
        if text.strip():
            self.weights.append(bold)

    def said(self, level: int) -> Paragraph:
        heavy = bool(self.weights) and all(self.weights)
        return Paragraph(whole(self.text), whole(self.mark).strip(), level, heavy, tuple(self.notes))


def whole(parts: list[str]) -> str:
    """Characters beyond the first 65,536 come in halves."""
    return "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
