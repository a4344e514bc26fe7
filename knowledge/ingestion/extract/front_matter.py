"""What stands in front of a Markdown text, between `---` (YAML) or `+++` (TOML): what it declares, and text of a page
that a content system keeps there."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from knowledge.ingestion import metadata
from knowledge.ingestion.extract.errors import BadMetadata
from koalarag import safe_yaml

_MAX_LETTERS = 64 * 1024
_YAML = re.compile(r"\s*---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\s*\+\+\+[ \t]*\n(.*?\n)?\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_NO_TEXT = tuple("[{&*|>!")
_TITLE = re.compile(r"title|heading|t[ií]tulo|cabeceira|encabezado", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?:/)?/\S*|\S+\.(?:jpe?g|png|svg|webp|gif)", re.IGNORECASE)


def split(text: str) -> tuple[dict[str, Any], str]:
    """What is declared, by keys in lower case, and the text below; BadMetadata where it cannot be read.

    Lines between rules that declare nothing are text.
    """
    found, is_toml = _YAML.match(text), False
    if not found:
        found, is_toml = _TOML.match(text), True
    if not found:
        return {}, text
    values = _values(found[1] or "", is_toml)
    if values is None:
        return {}, text
    return values, text[found.end() :]


def _values(text: str, is_toml: bool) -> dict[str, Any] | None:
    if len(text) > _MAX_LETTERS:
        raise BadMetadata(f"front matter: {len(text)} > {_MAX_LETTERS}")
    try:
        values = tomllib.loads(text) if is_toml else safe_yaml.load(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadMetadata(f"front matter: {str(error)[:200]}") from error
    except safe_yaml.YamlError as error:
        if (by_lines := _by_lines(text)) is not None and isinstance(error.__cause__, yaml.YAMLError):
            return by_lines
        where = f", line {error.line + 1}" if error.line else ""
        raise BadMetadata(f"front matter{where}: {str(error)[:200]}") from error
    if values is not None and not isinstance(values, dict):
        # "visibility staff": what should limit who reads the document is not to be lost for a colon.
        if any(key in text.lower() for key in metadata.LIMITING):
            raise BadMetadata("front matter: `key: value` lines were expected")
        return None
    return {str(key).lower(): value for key, value in (values or {}).items()}


def _by_lines(text: str) -> dict[str, Any] | None:
    """What a text that is no YAML says in lines of its own, for a quotation mark that is missing in one of them; None
    where it says otherwise who may read the document, or when."""
    values: dict[str, Any] = {}
    for line in filter(None, text.splitlines()):
        if line[0] in " \t#-":
            continue
        key, colon, value = (part.strip().strip("\"'") for part in line.partition(":"))
        if not colon or key.startswith(_NO_TEXT):
            return None
        if not value.startswith(_NO_TEXT):
            values[key.lower()] = value
        elif key.lower() in metadata.LIMITING:
            return None
    return values


def as_markdown(values: Mapping[str, Any]) -> str:
    """The text that a content system keeps in front matter: its titles, sentences, lists and records."""
    parts = (part for key, value in values.items() if key not in metadata.KEYS for part in _written(key, value))
    return "\n\n".join(parts)


def _written(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        text = value.strip()
        # One word is a layout or a kind of page, not text.
        if " " in text and not _ADDRESS.fullmatch(text):
            yield f"## {' '.join(text.split())}" if _TITLE.search(key) else text
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _written(str(name), inner)
    elif isinstance(value, list):
        items = [line for item in value if (line := _record(item))]
        if items:
            yield "\n".join(f"- {line}" for line in items)


def _record(item: Any) -> str:
    """`{days: Monday, hours: 9-14}` → "days: Monday; hours: 9-14"; what a single key holds stands for itself."""
    if isinstance(item, Mapping):
        if len(item) == 1:
            return _record(next(iter(item.values())))
        said = ((name, _record(inner)) for name, inner in item.items())
        return "; ".join(f"{name}: {text}" for name, text in said if text)
    if isinstance(item, list):
        return ", ".join(filter(None, map(_record, item)))
    text = " ".join(str(item).split()) if item is not None and not isinstance(item, bool) else ""
    return "" if _ADDRESS.fullmatch(text) else text
