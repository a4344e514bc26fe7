"""`manage.py ingest`: files, folders and .jsonl records into a collection."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import CommandError
from django.db import DataError
from django.db.models import QuerySet

from knowledge.ingestion import intake, pipeline
from knowledge.ingestion.extract.errors import ExtractionError
from knowledge.ingestion.feeds import Offer, offers, shown
from knowledge.ingestion.metadata import DocumentMetadata, language_code
from knowledge.models import Chunk, Collection, Document, Language, Source, State
from koalarag.management.base import SiteCommand, listed

_AT_ONCE = 2000


@dataclass
class Outcome:
    counts: Counter[str] = field(default_factory=Counter)
    failed: list[dict[str, str]] = field(default_factory=list)
    to_index: list[int] = field(default_factory=list)

    def fail(self, label: str, error: object) -> None:
        self.failed.append({"document": label, "error": " ".join(str(error).split("\n"))})


class Command(SiteCommand):
    help = "Reads files, folders or .jsonl records into a collection, and indexes them (with --wait: here and now)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file, folder, or .jsonl of records")
        parser.add_argument("--collection", required=True, metavar="SLUG")
        parser.add_argument("--create", action="store_true", help="make the collection if there is none")
        parser.add_argument("--lang", type=_language, help="language of the documents; else it is recognised")
        parser.add_argument("--wait", action="store_true", help="index here and now, not in a worker")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")

    def handle(self, **options: Any) -> None:
        missing = [str(path) for path in options["paths"] if not path.exists()]
        if missing:
            raise CommandError(f"There is no such file or folder: {', '.join(missing)}.", returncode=2)
        collection = find_collection(options["collection"], create=options["create"], language=options["lang"])
        started, outcome = time.monotonic(), Outcome()
        for path in options["paths"]:
            self._take_in(path, collection, DocumentMetadata(language=options["lang"] or ""), outcome)
        if options["wait"]:
            self._index(outcome)
        else:
            intake.queue(outcome.to_index)
        self._report(collection, outcome, time.monotonic() - started, options)

    def _take_in(self, path: Path, collection: Collection, metadata: DocumentMetadata, outcome: Outcome) -> None:
        source, _ = Source.objects.get_or_create(
            collection=collection, kind=Source.Kind.FILES, location=shown(path)[-500:]
        )
        progress = Progress(sys.stderr, f"reading {shown(path)}")
        for offer in offers(path):
            self._receive(offer, collection, metadata, source, outcome)
            progress.step()
        progress.done()

    def _receive(
        self, offer: Offer, collection: Collection, metadata: DocumentMetadata, source: Source, outcome: Outcome
    ) -> None:
        if offer.error:
            outcome.fail(offer.label, offer.error)
            return
        try:
            receipt = intake.receive(
                collection, offer.file_name, offer.read(), external_id=offer.external_id,
                metadata=offer.metadata.over(metadata), source=source,
            )  # fmt: skip
        except (ExtractionError, OSError, ValueError, DataError) as error:
            outcome.fail(offer.label, error)
            return
        outcome.counts[receipt.status] += 1
        if receipt.needs_indexing:
            outcome.to_index.append(receipt.document_id)

    def _index(self, outcome: Outcome) -> None:
        progress = Progress(sys.stderr, "indexing", len(outcome.to_index))
        for part in _parts(outcome.to_index):
            for group in pipeline.groups(part):
                pipeline.index_group(group)
                progress.step(len(group))
            for document in part.filter(state=State.FAILED).only("external_id", "error"):
                outcome.fail(document.external_id, document.error)
        progress.done()

    def _report(self, collection: Collection, outcome: Outcome, seconds: float, options: dict[str, Any]) -> None:
        result = {
            "collection": collection.slug,
            **{status: outcome.counts[status] for status in ("created", "updated", "waiting", "unchanged")},
            "failed": outcome.failed,
            "documents": collection.documents.count(),
            "chunks": Chunk.objects.filter(collection=collection).count(),
            "seconds": round(seconds, 2),
        }
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=1))
        else:
            self.stdout.write(
                "{created} new, {updated} changed, {unchanged} unchanged. {collection} now has {documents} documents"
                " in {chunks} passages ({seconds} s).".format(**result)
            )
            if outcome.to_index and not options["wait"]:
                self.stdout.write("A worker indexes them now; the list of documents in admin shows how far it is.")
        if outcome.failed:
            lines = "\n".join(f"  {item['document']}: {item['error']}" for item in outcome.failed)
            raise CommandError(f"{len(outcome.failed)} could not be read:\n{lines}", returncode=1)


class Progress:
    """A line on a terminal that is written over; in a log, a line now and then."""

    def __init__(self, stream: TextIO, label: str, total: int = 0) -> None:
        self._stream, self._label, self._total = stream, label, total
        self._done, self._written, self._terminal = 0, 0, stream.isatty()
        self._every = 0.2 if self._terminal else 15.0
        self._last = time.monotonic()

    def step(self, count: int = 1) -> None:
        self._done += count
        if time.monotonic() - self._last > self._every:
            self._write()

    def done(self) -> None:
        if self._done and self._done != self._written:
            self._write()
        if self._done and self._terminal:
            self._stream.write("\n")

    def _write(self) -> None:
        self._last, self._written = time.monotonic(), self._done
        of = f"/{self._total} {'█' * (20 * self._done // self._total):░<20}" if self._total else ""
        text = f"{self._label} {self._done}{of}"
        self._stream.write(f"\r{text}" if self._terminal else f"{text}\n")
        self._stream.flush()


def _parts(ids: list[int]) -> Iterable[QuerySet[Document]]:
    for start in range(0, len(ids), _AT_ONCE):
        yield intake.to_index(ids[start : start + _AT_ONCE])


def _language(text: str) -> str:
    code = language_code(text)
    if not code:
        raise ArgumentTypeError(f"“{text}” is no code of a language, such as gl, es, en or ca")
    return code


def find_collection(slug: str, *, create: bool, language: str | None) -> Collection:
    found = Collection.objects.filter(slug=slug).first()
    if found is None and create:
        defaults = {"language": language} if language in Language.values else {}
        return Collection.objects.create(slug=slug, name=slug.replace("-", " ").capitalize(), **defaults)
    if found is None:
        existing = listed(Collection.objects.values_list("slug", flat=True))
        raise CommandError(f"There is no collection “{slug}”. {existing} --create makes it.")
    return found
