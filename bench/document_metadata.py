"""Title, language, date and academic year that are read of real documents, beside what a person would enter.

    python -m bench.document_metadata [--all]

Reads ../shared/real (documents.jsonl and documents/), which is no part of the repository.
"""

import argparse
import json
import os
import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import django

_REAL = Path(__file__).resolve().parents[2] / "shared" / "real"
_RIGHT_TITLE = 0.5
"""token F1 from which on a title is right"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true", help="show right values too")
    show_all = parser.parse_args().all
    if not (_REAL / "documents.jsonl").exists():
        sys.exit(f"Nothing to measure with: {_REAL.name} is not beside the repository.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    django.setup()
    expected = [json.loads(line) for line in (_REAL / "documents.jsonl").read_text().splitlines()]
    counts: Counter[str] = Counter()
    for wanted in expected:
        verdicts = _judge(wanted)
        counts.update(f"{field} {verdict}" for field, (verdict, _seen) in verdicts.items())
        for field, (verdict, seen) in verdicts.items():
            if show_all or verdict in ("wrong", "missing"):
                print(f"{verdict:8} {field:9} {wanted['file'][:50]:50} {seen}")
    for field in ("read", "title", "language", "date"):
        print(field, {verdict: counts[f"{field} {verdict}"] for verdict in ("right", "wrong", "missing", "empty")})


def _judge(wanted: dict[str, Any]) -> dict[str, tuple[str, str]]:
    from knowledge.ingestion.extract.errors import ExtractionError

    try:
        found = _described(_REAL / "documents" / wanted["file"])
    except ExtractionError as error:
        return {"read": ("wrong", str(error))}
    score = _f1(found.title, wanted["title"])
    language = "right" if found.language in (wanted.get("languages") or [wanted["language"]]) else "wrong"
    return {
        "read": ("right", ""),
        "title": ("right" if score >= _RIGHT_TITLE else "wrong", f"{score:.2f} {found.title[:110]!r}"),
        "language": (language, f"{found.language} for {wanted['languages']}"),
        "date": (_dated(found, wanted), f"{found.published_on} {found.academic_year} for {wanted['date']}"),
    }


def _described(path: Path) -> Any:
    from knowledge.ingestion import sandbox
    from knowledge.ingestion.describe import describe
    from knowledge.ingestion.extract import formats
    from knowledge.models import Collection

    data = path.read_bytes()
    extracted = sandbox.extract(formats.media_type(path.name, data), data)
    return describe(extracted, "document", Collection().language)


def _dated(found: Any, wanted: dict[str, Any]) -> str:
    """One right value is enough, one wrong value too many; "empty" where there is nothing to find."""
    pairs = [
        (found.published_on.isoformat() if found.published_on else "", wanted["date"]),
        (found.academic_year, wanted["academic_year"]),
    ]
    if any(seen and seen != value for seen, value in pairs):
        return "wrong"
    if not any(value for _seen, value in pairs):
        return "empty"
    return "right" if any(seen for seen, _value in pairs) else "missing"


def _f1(found: str, expected: str) -> float:
    first, second = Counter(_tokens(found)), Counter(_tokens(expected))
    shared = sum((first & second).values())
    return 2 * shared / (first.total() + second.total()) if shared else 0.0


def _tokens(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.lower())
    return re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


if __name__ == "__main__":
    main()
