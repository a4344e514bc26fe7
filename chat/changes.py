"""What changed between two versions of a document, as an answer shows it: before and now beside each other, with the
words that differ marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override

from chat.agent.phrases import COLUMNS_OF_CHANGES, say
from chat.models import Message
from chat.tables import NOTHING, caption, in_language
from knowledge.models import Document
from knowledge.text.language import LANGUAGES
from knowledge.versions.words import Run, both_sides


@dataclass(frozen=True)
class Cell:
    text: str
    marks: SafeString = NOTHING
    """of the citations that follow it"""
    language: str = ""


Row = tuple[Cell, Cell, Cell]
"""the section, what it said before, what it says now"""


def is_of_changes(headers: Sequence[str]) -> bool:
    return any([say(column, one) for column in COLUMNS_OF_CHANGES] == [*headers] for one in LANGUAGES)


def html(headers: Sequence[str], rows: Iterable[Row], title: SafeString) -> SafeString:
    """A group of rows for each section. The roles say what it is where a small screen stacks the columns."""
    _section, before, now = headers
    sections = groupby(rows, key=lambda row: row[0].text)
    return format_html(
        '<div class="rows changes"><table role="table">{}<thead role="rowgroup"><tr role="row">{}{}</tr></thead>{}'
        "</table></div>",
        caption(title),
        format_html('<th role="columnheader" scope="col">{}</th>', before),
        format_html('<th role="columnheader" scope="col">{}</th>', now),
        format_html_join("", "{}", ((_group([*group], before, now),) for _text, group in sections)),
    )


def link_to_all(compared: Sequence[int], answer: Message, reader: AbstractBaseUser | None) -> SafeString:
    """To the page of all differences between two documents, which leads back to the answer that the link stands below,
    and in its language; empty where there is none, or its reader may not see both."""
    readable = Document.objects.reachable_by(reader).filter(pk__in=compared)
    if len(compared) != 2 or readable.count() < 2:
        return NOTHING
    address = f"{reverse('differences', args=compared)}?answer={answer.pk}"
    with override(answer.language or None):
        return format_html('<p><a href="{}" target="_blank">{}</a></p>', address, _("See all the differences"))


def _group(rows: Sequence[Row], before: str, now: str) -> SafeString:
    section, old, new = rows[0]
    head = format_html(
        '<tr role="row"><th role="rowheader" scope="rowgroup" colspan="2"{}>{}</th></tr>',
        in_language(new.language or old.language),
        section.text,
    )
    body = format_html_join("", '<tr role="row">{}{}</tr>', (_sides(old, new, before, now) for _name, old, new in rows))
    return format_html('<tbody role="rowgroup">{}{}</tbody>', head if section.text else NOTHING, body)


def _sides(old: Cell, new: Cell, before: str, now: str) -> tuple[SafeString, SafeString]:
    is_of_both = bool(old.marks and new.marks)
    left, right = both_sides(old.text, new.text) if is_of_both else ([Run("same", old.text)], [Run("same", new.text)])
    return _side(old, left, before), _side(new, right, now)


def _side(cell: Cell, runs: Iterable[Run], column: str) -> SafeString:
    said = format_html("<span{}>{}</span>", in_language(cell.language), format_html_join("", "{}", _marked(runs)))
    return format_html('<td role="cell" data-label="{}">{} {}</td>', column, said, cell.marks)


def _marked(runs: Iterable[Run]) -> Iterator[tuple[SafeString | str]]:
    """The blank behind a word that differs is not marked."""
    for op, text in runs:
        if op == "same":
            yield (text,)
            continue
        said = text.rstrip()
        tag = "del" if op == "removed" else "ins"
        yield (format_html("<{0}>{1}</{0}>{2}", tag, said, text[len(said) :]),)
