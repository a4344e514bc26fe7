"""How fast documents come in, and what share of the embedding model's own rate that is: `python -m bench.ingestion`.

The sample's PDFs, and its other documents, are taken in again and again under new names, on an embedded PostgreSQL of
their own. A page of text is 3,000 characters, as in print. Then the model embeds the same passages alone.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psutil

PAGE = 3_000
"""characters"""
KINDS = {"PDF": (".pdf",), "text": (".md", ".txt", ".html")}


@dataclass(frozen=True)
class Result:
    documents: int
    passages: int
    pages: float
    seconds: float
    model_seconds: float
    memory: int
    """bytes of the process afterwards"""
    steps: dict[str, float]
    """seconds"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.ingestion", description=__doc__)
    parser.add_argument("--documents", type=int, default=200, metavar="N", help="of each kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="koalarag-bench-") as folder, ExitStack() as resources:
        Path(folder).chmod(0o755)
        _start(Path(folder), resources)
        for kind in KINDS:
            _print(kind, _measured(kind, options.documents))


def _start(folder: Path, resources: ExitStack) -> None:
    os.environ["KOALARAG_DATA_DIR"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "koalarag.settings"
    os.environ.pop("DATABASE_URL", None)
    import django

    from koalarag.embedded import postgres

    resources.enter_context(postgres.server(folder, wait_for_end=True))
    django.setup()
    from django.core.management import call_command
    from django.db import connections

    resources.callback(connections.close_all)
    call_command("migrate", verbosity=0, interactive=False)


def _files(kind: str) -> list[Path]:
    from bench.files import SAMPLE

    return sorted(path for path in SAMPLE.rglob("*") if path.suffix in KINDS[kind] and path.name != "README.md")


def _measured(kind: str, documents: int) -> Result:
    from knowledge.embedding.registry import get_embedder
    from knowledge.ingestion import intake, pipeline
    from knowledge.language import identify
    from knowledge.models import Collection, Document, State

    get_embedder().embed(["The models are in memory before anything is timed."])
    identify("The models are in memory before anything is timed.")
    collection = Collection.objects.create(slug=kind.lower(), name=kind)
    files = [(path, path.read_bytes()) for path in _files(kind)]
    model_seconds = passages = 0.0
    with _steps() as steps:
        started = time.perf_counter()
        for number, (path, data) in enumerate(islice(cycle(files), documents)):
            intake.receive(collection, path.name, data, external_id=f"{number}-{path.name}")
        for group in pipeline.groups(Document.objects.filter(collection=collection)):
            pipeline.index_group(group)
            # Turn by turn, so that other work on the machine slows both alike.
            count, alone = _model_alone(group)
            passages, model_seconds = passages + count, model_seconds + alone
        seconds = time.perf_counter() - started - model_seconds
    memory = psutil.Process().memory_info().rss
    indexed = Document.objects.filter(collection=collection, state=State.INDEXED).count()
    pages = _pages(kind, collection.pk)
    return Result(indexed, int(passages), pages, seconds, model_seconds, memory, dict(steps))


def _model_alone(documents: Sequence[int]) -> tuple[int, float]:
    """Passages, and the seconds that their embedding takes without anything else, in batches like ingestion's."""
    from knowledge.embedding.registry import get_embedder
    from knowledge.ingestion.pipeline import _EMBEDDED_AT_ONCE
    from knowledge.models import Chunk

    chunks = Chunk.objects.filter(document__in=documents).order_by("pk")
    texts = [chunk.indexed_text for chunk in chunks]
    started = time.perf_counter()
    for start in range(0, len(texts), _EMBEDDED_AT_ONCE):
        get_embedder().embed(texts[start : start + _EMBEDDED_AT_ONCE])
    return len(texts), time.perf_counter() - started


def _pages(kind: str, collection_id: int) -> float:
    from django.db.models import Sum
    from django.db.models.functions import Length

    from knowledge.models import Document, Section

    if kind == "PDF":
        return float(Document.objects.filter(collection=collection_id).aggregate(n=Sum("page_count"))["n"])
    sections = Section.objects.filter(document__collection=collection_id)
    return float(sections.aggregate(n=Sum(Length("text")))["n"] / PAGE)


@contextmanager
def _steps() -> Iterator[Counter[str]]:
    """Seconds spent in each step; what a step calls of another counts in both."""
    from knowledge.ingestion import chunks, intake, pipeline, sandbox, sections, storage

    seconds: Counter[str] = Counter()
    watched: list[tuple[Any, str]] = [
        (intake, "receive"), (sandbox, "extract"), (pipeline, "describe"), (sections, "cut"), (chunks, "cut"),
        (pipeline, "_language"), (pipeline, "_embed"), (pipeline, "replace"), (storage, "write_segment"),
        (pipeline, "_tend"),
    ]  # fmt: skip
    with ExitStack() as patches:
        for module, name in watched:
            label = f"{module.__name__.rsplit('.', 1)[1]}.{name.strip('_')}"
            patches.enter_context(patch.object(module, name, _timed(getattr(module, name), label, seconds)))
        yield seconds


def _timed(function: Callable[..., Any], label: str, seconds: Counter[str]) -> Callable[..., Any]:
    def timed(*arguments: Any, **named: Any) -> Any:
        started = time.perf_counter()
        try:
            return function(*arguments, **named)
        finally:
            seconds[label] += time.perf_counter() - started

    return timed


def _print(kind: str, result: Result) -> None:
    sys.stdout.write(
        f"{kind}: {result.documents} documents, {result.pages:,.0f} pages, {result.passages:,} passages in "
        f"{result.seconds:.1f} s: {result.pages / result.seconds:.1f} pages a second, "
        f"{result.passages / result.seconds:.1f} passages a second; the model alone "
        f"{result.passages / result.model_seconds:.1f}; share {result.model_seconds / result.seconds:.0%}; "
        f"memory {result.memory / 2**20:,.0f} MiB\n"
    )
    for label, seconds in sorted(result.steps.items(), key=lambda item: -item[1]):
        sys.stdout.write(f"    {label:24} {seconds:7.2f} s {seconds / result.seconds:6.1%}\n")


if __name__ == "__main__":
    main()
