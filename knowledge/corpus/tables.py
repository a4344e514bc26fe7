"""A corpus report in words: its figures and its charts, named in the reader's language, for the page and for paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from knowledge.corpus.charts import Bar, bars
from knowledge.languages import language_name
from knowledge.models import State, Visibility


@dataclass(frozen=True)
class Chart:
    name: str
    title: str
    bars: list[Bar]
    note: str = ""


def figures(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    text, lengths = data["text"], data["lengths"]
    return [
        (gettext("documents"), data["documents"]["number"]),
        (gettext("pages"), text["pages"]),
        (gettext("sections"), text["sections"]),
        (gettext("passages"), text["passages"]),
        (gettext("characters"), text["characters"]),
        (gettext("words"), text["words"]),
        (gettext("different words"), text["vocabulary"]),
        (gettext("words that occur once"), text["hapaxes"]),
        (gettext("words of a document, median"), lengths.get("median", 0)),
        (gettext("words of a document, mean"), lengths.get("mean", 0)),
        (gettext("words of the longest"), lengths.get("most", 0)),
        (gettext("documents without text"), data["documents"]["empty_number"]),
    ]


def charts(data: Mapping[str, Any]) -> list[Chart]:
    documents, dates, words = data["documents"], data["dates"], data["words"]
    without = [(gettext("without"), dates["without"])] if dates["without"] else []
    absent = ", ".join(data["keywords_absent"])
    found = [
        ("formats", gettext("Documents by format"), documents["by_format"], ""),
        ("states", gettext("Documents by state"), _named(documents["by_state"], dict(State.choices)), ""),
        ("languages", gettext("Documents by language"), _languages(documents["by_language"]), ""),
        (
            "visibilities", gettext("Documents by who may see them"),
            _named(documents["by_visibility"], dict(Visibility.choices)), "",
        ),
        ("lengths", gettext("Documents by their words"), _classes(data["lengths"]["classes"]), ""),
        ("years", gettext("Documents by the year of their date"), [*dates["by_year"], *without], ""),
        ("added", gettext("Documents by the month they came in"), data["added"], ""),
        ("fetched", gettext("Pages of websites by the month of their last visit"), data["fetched"], ""),
        ("most", gettext("Most frequent words"), words["most"][:25], ""),
        ("content", gettext("Most frequent words without function words"), words["most_content"][:25], ""),
        (
            "keywords", gettext("Documents in which a keyword occurs"), data["keywords"][:25],
            gettext("In none: {words}").format(words=absent) if absent else "",
        ),
    ]  # fmt: skip
    return [Chart(name, title, bars(rows), note) for name, title, rows, note in found if rows]


def _named(rows: Sequence[Sequence[Any]], names: Mapping[str, Any]) -> list[tuple[str, int]]:
    return [(str(names.get(name, name)), number) for name, number in rows]


def _languages(rows: Sequence[Sequence[Any]]) -> list[tuple[str, int]]:
    return [(language_name(code) if code else gettext("not known yet"), number) for code, number in rows]


def _classes(rows: Sequence[Sequence[int]]) -> list[tuple[str, int]]:
    ends = [*(start for start, _number in rows[1:]), *([None] if rows else [])]
    return [
        (f"{start} – {end - 1}" if end else f"{start} +", number)
        for (start, number), end in zip(rows, ends, strict=True)
    ]
