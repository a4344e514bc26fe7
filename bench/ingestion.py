"""How fast documents come in, and what share of the embedding model's own rate that is: `python -m bench.ingestion`.

The sample's PDFs, and its other documents, are taken in again and again under new titles, which stand in every passage,
so that none is known already, on an embedded PostgreSQL of their own. A page of text is 3,000 characters, as in print.
After each group the model alone embeds the same passages, sorted by length as a whole, which is when it is fastest.
Beside the clock's seconds stand the processor's, of this process, the one that reads files and PostgreSQL's: they say
the same on a machine that has other work.
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
    processor: float
    """seconds of all processes"""
    model_processor: float
    steps: dict[str, float]
    """seconds"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.ingestion", description=__doc__)
    parser.add_argument("--documents", type=int, default=200, metavar="N", help="of each kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="koalarag-bench-") as folder, ExitStack() as resources:
        Path(folder).chmod(0o755)
        start(Path(folder), resources)
        for kind in KINDS:
            _print(kind, _measured(kind, options.documents))


def start(folder: Path, resources: ExitStack) -> None:
    os.environ["KOALARAG_DATA_DIR"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "koalarag.settings"
    os.environ.pop("DATABASE_URL", None)
    import django

    from koalarag.localserver import postgres

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
    from knowledge.ingestion import intake, pipeline, sandbox
    from knowledge.ingestion.extract.formats import HTML
    from knowledge.ingestion.metadata import DocumentMetadata
    from knowledge.models import Collection, Document, State
    from knowledge.text.language import identify

    get_embedder().embed(["The models are in memory before anything is timed."])
    identify("The models are in memory before anything is timed.")
    sandbox.extract(HTML, b"<html><p>So is the process that reads files.</p></html>")
    collection = Collection.objects.create(slug=kind.lower(), name=kind)
    files = [(path, path.read_bytes()) for path in _files(kind)]
    model_seconds = model_processor = passages = 0.0
    with _steps() as steps:
        started, processor = time.perf_counter(), _processor()
        for number, (path, data) in enumerate(islice(cycle(files), documents)):
            title = DocumentMetadata(title=f"{path.stem} {number}")
            intake.receive(collection, path.name, data, external_id=f"{number}-{path.name}", metadata=title)
        for group in pipeline.groups(Document.objects.filter(collection=collection)):
            pipeline.index_group(group)
            # Turn by turn, so that other work on the machine slows both alike.
            count, alone, alone_processor = _model_alone(group)
            passages, model_seconds = passages + count, model_seconds + alone
            model_processor += alone_processor
        seconds = time.perf_counter() - started - model_seconds
        processor = _processor() - processor - model_processor
    memory = psutil.Process().memory_info().rss
    indexed = Document.objects.filter(collection=collection, state=State.INDEXED).count()
    pages = _pages(kind, collection.pk)
    return Result(
        indexed, int(passages), pages, seconds, model_seconds, memory, processor, model_processor, dict(steps)
    )


def _processor() -> float:
    """Seconds of this process, of the one that reads files with its forks, and of PostgreSQL's for our connection."""
    from django.db import connection

    this = psutil.Process()
    processes = {this, *this.children(recursive=True), psutil.Process(connection.connection.info.backend_pid)}
    return float(sum(sum(process.cpu_times()[:4]) for process in processes))


def _model_alone(documents: Sequence[int]) -> tuple[int, float, float]:
    """Passages, and the seconds, of the clock and of the processor, that their embedding takes by itself."""
    from knowledge.embedding.registry import get_embedder
    from knowledge.models import Chunk

    chunks = Chunk.objects.filter(document__in=documents).order_by("pk")
    texts = [chunk.indexed_text for chunk in chunks]
    started, processor = time.perf_counter(), time.process_time()
    get_embedder().embed(texts)
    return len(texts), time.perf_counter() - started, time.process_time() - processor


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
    from knowledge.ingestion import intake, pipeline, sandbox, storage, vectors

    seconds: Counter[str] = Counter()
    watched: list[tuple[Any, str]] = [
        (intake, "receive"), (sandbox, "cut"), (pipeline, "take_over"), (vectors.Wanted, "embed_batch"),
        (pipeline, "replace"), (storage, "write_segment"),
        (pipeline, "_tend"),
    ]  # fmt: skip
    with ExitStack() as patches:
        for module, name in watched:
            label = f"{module.__name__.rsplit('.', 1)[-1]}.{name.strip('_')}"
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
        f"{result.passages / result.model_seconds:.1f}; share {result.model_seconds / result.seconds:.0%}, "
        f"of the processor's {result.processor:.1f} s {result.model_processor / result.processor:.0%}; "
        f"memory {result.memory / 2**20:,.0f} MiB\n"
    )
    for label, seconds in sorted(result.steps.items(), key=lambda item: -item[1]):
        sys.stdout.write(f"    {label:24} {seconds:7.2f} s {seconds / result.seconds:6.1%}\n")


if __name__ == "__main__":
    main()
