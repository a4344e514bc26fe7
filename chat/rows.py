"""Rows of a document's table as an answer shows them: a value with its label, or a table again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from chat.agent.answers.citations import escape, is_telling, shown
from chat.agent.answers.passages import cells
from chat.tables import NOTHING, in_language, scrolling
from knowledge.text.sentences import ROW

Cite = Callable[[int], str]
Cells = Sequence[tuple[str, str]]
_EUROS = re.compile(r"(?<=\d)\s*(?:euros?|EUR)\b", re.IGNORECASE)
_HEADER = re.compile(r"(^| · )\[(?!\d{1,3}\] )([^\[\]\n]+)\] ", re.MULTILINE)
_ITEM = re.compile(r"^[-*–] ", re.MULTILINE)
MAX_FIGURE = 24
"""characters of a value that is drawn large, if it is a number, a date, a price"""
# A table of fewer columns says no more than its rows do.
MIN_COLUMNS = 2


@dataclass(frozen=True)
class _Row:
    heading: str
    cells: Cells
    number: int
    """of the citation that it is of"""
    language: str


def html(block: str, sources: Sequence[Mapping[str, Any]], cite: Cite, title: SafeString = NOTHING) -> str:
    """HTML of a block of an answer that is one row or a list of rows, as its sources quote them; else empty. A table
    takes the title above it as its own.

    The block is compared with what each row of the quotes is written as: nothing in it is guessed.
    """
    known = _known(sources)
    if not known:
        return ""
    lines = block.split("\n")
    if len(lines) == 1:
        row = known.get(lines[0])
        return _alone(row, cite, title) if row else ""
    rows = [known.get(line.removeprefix("- ")) for line in lines]
    return _table([row for row in rows if row], cite, title) if all(rows) else ""


def amount(text: str) -> str:
    """ "450 euros" as "450 €"."""
    return _EUROS.sub(" €", text)


def readable(quote: str) -> str:
    """A quote as one reads it: a cell's header before its value without brackets, a bullet before an item."""
    return _ITEM.sub("• ", _HEADER.sub(r"\1\2: ", quote))


def _known(sources: Sequence[Mapping[str, Any]]) -> dict[str, _Row]:
    """What a row is written as in an answer, with its mark -> the row."""
    found: dict[str, _Row] = {}
    for source in sources:
        number, section = source["number"], source.get("section", "")
        for line in source.get("quote", "").split("\n"):
            if ROW.match(line):
                row = _Row(section, cells(line), number, source.get("language", ""))
                text = shown(line, "")
                found[f"{text} [{number}]"] = row
                found[f"**{escape(section)}** — {text} [{number}]"] = row
    return found


def _alone(row: _Row, cite: Cite, title: SafeString) -> str:
    """A figure first and large, what it is of behind it; words as running text behind their label; several values each
    behind its header, which no screen is too narrow for."""
    (of, label), *values = row.cells
    if len(values) > 1:
        return _listed(row, cite, "" if title else row.heading)
    if not values:
        return ""
    header, value = values[0]
    header = header if is_telling(header, value) else ""
    if not _is_figure(value):
        said = ": ".join(filter(None, (label or of, header)))
        spoken = format_html("<strong>{}</strong> — {}", said, amount(value))
        return format_html("<p><span{}>{}</span>{}</p>", in_language(row.language), spoken, _mark(row, cite))
    return format_html(
        '<p class="fact"><strong{0}>{1}</strong> <span class="fact-label"{0}>{2}</span>{3}</p>',
        in_language(row.language),
        amount(value),
        " · ".join(filter(None, (header, label, row.heading))),
        _mark(row, cite),
    )


def _listed(row: _Row, cite: Cite, heading: str) -> str:
    """The label of the row, and under it each value with its header."""
    (_of, label), *values = row.cells
    pairs = ((header, amount(value)) for header, value in values if value)
    return format_html(
        '<div class="values"{}><p>{}{}</p><dl>{}</dl></div>',
        in_language(row.language),
        format_html("<strong>{}</strong>", " · ".join(filter(None, (label, heading)))),
        _mark(row, cite),
        format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", pairs),
    )


def _is_figure(value: str) -> bool:
    return len(value) <= MAX_FIGURE and any(character.isdigit() for character in value)


def _table(rows: Sequence[_Row], cite: Cite, title: SafeString) -> str:
    """With the mark of their source once below it, where all rows are of the same; in no cell, whose text it would run
    into for whoever hears it."""
    headers = [header for header, _value in rows[0].cells]
    if len(headers) < MIN_COLUMNS or any([header for header, _value in row.cells] != headers for row in rows):
        return ""
    is_one_source = len({row.number for row in rows}) == 1
    marks = [NOTHING if is_one_source else format_html("<td>{}</td>", _mark(row, cite)) for row in rows]
    table = format_html(
        "<table{}><thead><tr>{}{}</tr></thead><tbody>{}</tbody></table>",
        in_language(rows[0].language if len({row.language for row in rows}) == 1 else ""),
        format_html_join("", '<th scope="col">{}</th>', ((header,) for header in headers)),
        NOTHING if is_one_source else format_html('<th scope="col"><span class="sr-only">{}</span></th>', _("Source")),
        format_html_join("", "{}", ((_tr(row, mark),) for row, mark in zip(rows, marks, strict=True))),
    )
    source = format_html('<p class="rows-source">{}</p>', _mark(rows[0], cite)) if is_one_source else NOTHING
    return scrolling(table, headers, title) + source


def _tr(row: _Row, mark: SafeString) -> SafeString:
    (_of, label), *values = row.cells
    cells = format_html_join("", "<td>{}</td>", ((amount(value),) for _header, value in values))
    return format_html('<tr><th scope="row">{}</th>{}{}</tr>', label, cells, mark)


def _mark(row: _Row, cite: Cite) -> SafeString:
    """Escaped where it is made."""
    return mark_safe(" " + cite(row.number))
