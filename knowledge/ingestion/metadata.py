"""What is known about a document besides its text, and how what several sources say is put together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from django.conf.locale import LANG_INFO

from knowledge.ingestion.extract.errors import BadMetadata
from knowledge.ingestion.words import words_of
from knowledge.text.dates import academic_year, parse_date

VISIBILITIES = ("public", "student", "staff")
MAX_TITLE = 500
MAX_VALUE = 10_000
"""letters of what a document says under one name"""
MAX_PUBLISHER = 120
MAX_IGNORED = 100
"""letters kept of a declaration that was not understood"""
_CODE = re.compile(r"([a-z]{2,3})(?:[-_]\w+)*", re.IGNORECASE)
_LANGUAGE_NAMES = {
    "gal": "gl",
    "glg": "gl",
    "cas": "es",
    "esp": "es",
    "spa": "es",
    "cast": "es",
    "eng": "en",
    "ing": "en",
    "cat": "ca",
    "val": "ca",
    "por": "pt",
    "fra": "fr",
    "fre": "fr",
    "deu": "de",
    "ger": "de",
    "ita": "it",
    "eus": "eu",
    "baq": "eu",
}
_DATES = {
    "modified": "modified_on",
    "published": "published_on",
    "valid_from": "valid_from",
    "valid_until": "valid_until",
}
_WORDS = ("title", "course", "programme", "publisher", "url", "superseded_by")
_TITLE_KEYS = words_of("title_keys")
"""`title` in the languages of those who write front matter"""
KEYS = frozenset(
    (*_WORDS, *_TITLE_KEYS, *_DATES, "lang", "language", "year", "academic_year", "visibility", "categories")
)
"""those that `from_mapping` reads"""
LIMITING = ("visibility", "valid_from", "valid_until", "superseded_by")
"""those that say who may read a document, or when it holds: never ignored"""
_FILE_NAME = re.compile(r"(?P<course>.+)_(?P<year>\d{4}(?:-(?:\d{2}|\d{4}))?)_(?P<language>[a-z]{2,4})", re.IGNORECASE)


@dataclass(frozen=True)
class DocumentMetadata:
    """An empty value means: not said."""

    title: str = ""
    language: str = ""
    """two letters: gl, es, en, or any other language's"""
    course: str = ""
    academic_year: str = ""
    """as 2025-2026"""
    programme: str = ""
    publisher: str = ""
    """whose page or paper it is, where that is said beside the title or on every page"""
    categories: tuple[str, ...] = ()
    visibility: str = ""
    """public, student or staff"""
    url: str = ""
    modified_on: date | None = None
    published_on: date | None = None
    valid_from: date | None = None
    valid_until: date | None = None
    superseded_by: str = ""
    """external id of the document that replaces this one"""

    def over(self, other: DocumentMetadata) -> DocumentMetadata:
        """What self says, and what only `other` says."""
        return replace(other, **{name: getattr(self, name) for name in self.said})

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(field.name for field in fields(self) if getattr(self, field.name))


def language_code(text: str) -> str:
    """Two letters from a code such as es-ES or GAL; "" where there are none, as for `und`: the text is asked then."""
    match = _CODE.fullmatch(text.strip().lower())
    code = _LANGUAGE_NAMES.get(match[1], match[1]) if match else ""
    return code if len(code) == 2 else ""


def from_mapping(values: Mapping[str, Any]) -> DocumentMetadata:
    """From keys such as front matter or a JSON record has: title, lang, course, year, modified, categories…

    Unknown keys are ignored; a known key with a value that cannot be understood raises BadMetadata.
    """
    known: dict[str, Any] = {name: _text(values.get(name), name) for name in _WORDS}
    known["title"] = known["title"] or next(
        (values[key] for key in _TITLE_KEYS if isinstance(values.get(key), str)), ""
    )
    for key, name in _DATES.items():
        known[name] = _date(values.get(key), key)
    if known["url"] and not known["url"].startswith(("http://", "https://")):
        raise BadMetadata(f"url: {known['url'][:60]} (https://…)")
    known["language"] = _language(_text(values.get("lang") or values.get("language"), "lang"))
    known["academic_year"] = _year(_text(values.get("year") or values.get("academic_year"), "year"))
    known["visibility"] = _visibility(_text(values.get("visibility"), "visibility"))
    known["categories"] = _list(values.get("categories"))
    return DocumentMetadata(**known)


def said_by_itself(values: Mapping[str, Any]) -> tuple[DocumentMetadata, tuple[str, ...]]:
    """The same of what a file says of itself, seldom written for us: a value that cannot be understood is ignored, and
    returned as `key: value` for those who manage the document.

    Unless it limits who reads the document, or when: then BadMetadata.
    """
    understood, ignored = {}, []
    for key, value in values.items():
        try:
            from_mapping({key: value})
        except BadMetadata:
            if key in LIMITING:
                raise
            ignored.append(f"{key}: {value}"[:MAX_IGNORED])
        else:
            understood[key] = value
    return from_mapping(understood), tuple(ignored)


def from_file_name(stem: str) -> DocumentMetadata:
    """course_year_lang, as in `algebra_2025-2026_es`; nothing from a name of another form."""
    match = _FILE_NAME.fullmatch(stem)
    if match is None:
        return DocumentMetadata()
    year, language = academic_year(match["year"]) or _year_from(match["year"]), language_code(match["language"])
    if not year or language not in LANG_INFO:
        return DocumentMetadata()
    return DocumentMetadata(course=_course(match["course"]), academic_year=year, language=language)


def _course(name: str) -> str:
    """`sistemas-operativos` → "Sistemas operativos"; a code, with digits or capitals, stays as it is."""
    words = name.replace("_", " ").strip()
    if words != words.lower() or any(letter.isdigit() for letter in words):
        return words
    words = words.replace("-", " ")
    return words[:1].upper() + words[1:]


def _year_from(text: str) -> str:
    return f"{text}-{int(text) + 1}" if re.fullmatch(r"(?:19|20)\d\d", text) else ""


def _text(value: Any, key: str) -> str:
    if value is None or value is False:
        return ""
    if isinstance(value, dict | list | tuple | set):
        raise BadMetadata(f"{key}: a text was expected, not a list")
    text = str(value)
    if len(text) > MAX_VALUE:
        raise BadMetadata(f"{key}: {len(text)} > {MAX_VALUE}")
    return " ".join(text.split())


def _date(value: Any, key: str) -> date | None:
    if not value or isinstance(value, date):
        return value.date() if hasattr(value, "date") else value or None
    day = parse_date(_text(value, key))
    if day is None:
        raise BadMetadata(f"{key}: {str(value)[:60]}")
    return day


def _language(text: str) -> str:
    if text and not _CODE.fullmatch(text):
        raise BadMetadata(f"lang: {text[:60]} (gl, es, en, ca…)")
    return language_code(text)


def _year(text: str) -> str:
    year = academic_year(text) or _year_from(text)
    if text and not year:
        raise BadMetadata(f"year: {text[:60]} (2025-2026)")
    return year


def _visibility(text: str) -> str:
    if text and text.lower() not in VISIBILITIES:
        raise BadMetadata(f"visibility: {text[:60]} ({', '.join(VISIBILITIES)})")
    return text.lower()


def _list(value: Any) -> tuple[str, ...]:
    items = value.split(",") if isinstance(value, str) else value or []
    if not isinstance(items, list | tuple):
        raise BadMetadata("categories: a list was expected")
    return tuple(dict.fromkeys(text for item in items if (text := _text(item, "categories")[:80])))
