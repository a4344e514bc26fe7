"""A source file: front matter that says what the PDF is, then Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

LANGUAGES = ("gl", "es", "en")
DELIMITER = "---\n"


class SourceError(ValueError):
    """A source that cannot be built; the message names the file and says what to change."""


@dataclass(frozen=True)
class Source:
    title: str
    lang: str
    output: Path
    published: date
    body: str
    columns: int = 1
    scanned: bool = False
    author: str = "Universidade de Brétema"
    header: str = ""
    footer: str = ""


def read(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    if not text.startswith(DELIMITER) or text.count(DELIMITER) < 2:
        raise SourceError(f"{path}: start the file with a front matter between two lines of ---")
    _, front, body = text.split(DELIMITER, 2)
    values: dict[str, Any] = yaml.safe_load(front)
    try:
        source = Source(body=body, **{**values, "output": Path(values["output"])})
    except (KeyError, TypeError) as error:
        raise SourceError(f"{path}: the front matter has a key missing or unknown ({error})") from error
    _check(path, source)
    return source


def _check(path: Path, source: Source) -> None:
    if source.lang not in LANGUAGES:
        raise SourceError(f"{path}: lang is {source.lang!r}, use one of {', '.join(LANGUAGES)}")
    if source.columns not in (1, 2):
        raise SourceError(f"{path}: columns is {source.columns!r}, use 1 or 2")
    if not isinstance(source.published, date):
        raise SourceError(f"{path}: published is {source.published!r}, write it as 2025-06-30")
    if source.output.is_absolute() or ".." in source.output.parts or source.output.suffix != ".pdf":
        raise SourceError(f"{path}: output is {str(source.output)!r}, use a .pdf path below sample/")
    # The fonts are those every PDF reader has, which know no character outside this code page.
    foreign = sorted({letter for letter in source.title + source.body if not letter.encode("cp1252", "ignore")})
    if foreign:
        raise SourceError(f"{path}: these characters have no glyph, replace them: {' '.join(foreign)}")
