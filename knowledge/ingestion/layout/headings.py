"""Which lines are headings, told by their size, weight and place, or by the document's own outline."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.layout.lines import Line, Style

_MAX_LETTERS = 200
_MAX_BOLD = 110
_MIN_LETTERS = 3


@dataclass(frozen=True)
class OutlineEntry:
    title: str
    page: int
    level: int
    """1 and up"""


class Headings:
    """Knows the document's body text and outline; says which level a line is on."""

    def __init__(
        self, lines: Sequence[Line], body: Style, outline: Sequence[OutlineEntry], commonest: Style | None = None
    ) -> None:
        """`commonest` is the style of most letters, those in tables too: no heading's, whatever is smaller."""
        self._body = body
        self._commonest = commonest
        self._outline: dict[tuple[int, str], int] = {(entry.page, key(entry.title)): entry.level for entry in outline}
        self._starts: dict[int, list[tuple[str, int]]] = defaultdict(list)
        for entry in outline:
            self._starts[entry.page].append((key(entry.title), entry.level))
        self._levels = self._style_levels([line for line in lines if self._has_heading_style(line)])

    def level(self, line: Line) -> int:
        """1 and up for a heading, or a line of one; 0 for text."""
        if line.rows or len(line.text) > _MAX_LETTERS:
            return 0
        return self._outlined(line) or (self._levels.get(line.style, 0) if self._has_heading_style(line) else 0)

    def is_named(self, block: Block) -> bool:
        """Whether the document's outline lists it."""
        text = key(block.text)
        page = block.page_breaks[0][1]
        return any(text.startswith(title) or title.startswith(text) for title, _level in self._starts[page])

    @property
    def record_level(self) -> int:
        """Of bold rows in a table: that of bold lines in the text."""
        return self._levels.get(Style(self._body.size, bold=True), max(self._levels.values(), default=0) + 1)

    def goes_on(self, first: Line, line: Line) -> bool:
        """Whether a line in the style of a heading's first line may be its second."""
        level = self.level(line)
        return level == self.level(first) or (level == 0 and self._has_heading_style(first))

    def _has_heading_style(self, line: Line) -> bool:
        if line.rows or len(list(islice(filter(str.isalpha, line.text), _MIN_LETTERS))) < _MIN_LETTERS:
            return False
        if line.style == self._commonest and not line.style.bold:
            return False
        if line.style.size >= self._body.size + max(0.9, 0.09 * self._body.size):
            return True
        bold = line.style.bold and not self._body.bold and line.style.size >= self._body.size - 0.5
        return bold and len(line.text) <= _MAX_BOLD and not line.text.endswith((".", ",", ";", ":"))

    def _outlined(self, line: Line) -> int:
        """The outline's level, for its title or the first line of a long one."""
        text = key(line.text)
        if level := self._outline.get((line.page, text)):
            return level
        return next(
            (level for title, level in self._starts[line.page] if len(text) >= 12 and title.startswith(text)), 0
        )

    def _style_levels(self, lines: Sequence[Line]) -> dict[Style, int]:
        """By the outline where it names headings of the style, else by size, then weight."""
        votes: dict[Style, Counter[int]] = defaultdict(Counter)
        for line in lines:
            votes[line.style][self._outlined(line)] += 1
        levels: dict[Style, int] = {}
        deepest = 0
        for style in sorted(votes, reverse=True):
            named = Counter({level: count for level, count in votes[style].items() if level})
            levels[style] = named.most_common(1)[0][0] if named else deepest + 1
            deepest = max(deepest, levels[style])
        return levels


def key(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return re.sub(r"[\W_]+", "", text.lower())
