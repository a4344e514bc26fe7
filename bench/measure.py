"""One system, in a process of its own: built, asked, and weighed. `python -m bench.measure NAME WORK OPTIONS`."""

import asyncio
import gc
import json
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from bench.corpus import load_questions
from bench.peers import create
from bench.peers.base import System
from bench.quality import by_part
from bench.texts import EMBEDDER, Texts

WARMING = (
    "¿Qué dice el artículo 7?", "Onde está a biblioteca?", "When does the term begin?", "plazo de entrega", "bolsas",
    "office hours", "¿Quién firma?", "cantos créditos", "how do I apply", "horario de verano",
)  # fmt: skip
WARMING_FILE = "warming.jsonl"
"""more of them, of a large corpus: a server that has run for a while has its index in memory"""
RESULTS = 10
"""what a reader is shown: latency is that of ten results"""


@dataclass(frozen=True)
class Options:
    depth: int
    """results from which the first ten documents are taken, to judge quality; 0 measures speed alone"""
    clients: int


def run(name: str, work: Path, options: Options) -> dict[str, Any]:
    EMBEDDER.embed(["The model is in memory before anything is weighed."])
    bare = psutil.Process().memory_info().rss
    system = create(name)
    folder = work / name
    if name != "ours":  # ours keeps what it ingested, if the work folder is kept
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        built = system.build(work, folder)
        return {"title": system.title} | _building(system, work, built) | _asking(system, work, options, bare)
    finally:
        system.close()


def _building(system: System, work: Path, seconds: float) -> dict[str, Any]:
    embedding = Texts(work, system.cutting).embedding_seconds if system.cutting and system.embeds else 0.0
    return {"build_s": seconds + embedding, "embedding_s": embedding, "disk": system.disk()}


def _asking(system: System, work: Path, options: Options, bare: int) -> dict[str, Any]:
    questions = load_questions(work / "questions.jsonl")
    warming = load_questions(work / WARMING_FILE) if (work / WARMING_FILE).exists() else []
    for text in [*WARMING, *(question.text for question in warming)]:
        system.search(text, RESULTS)
    # Each question is timed when it is first asked, so that no cache of questions can help anybody.
    alone, together = (questions[::2], questions[1::2]) if options.clients > 1 else (questions, [])
    times = [_timed(system.search, question.text)[0] for question in alone]
    result: dict[str, Any] = {"latency": percentiles(times)}
    if together:
        result["clients"] = concurrently(system, [question.text for question in together], options.clients)
    gc.collect()
    memory = psutil.Process().memory_info().rss - bare
    result["memory"] = memory + system.server_memory()
    if options.depth:
        found = {question.id: system.search(question.text, options.depth) for question in questions}
        result["quality"] = {part: quality.as_record() for part, quality in by_part(questions, found).items()}
    return result


def _timed(search: Callable[[str, int], list[str]], text: str) -> tuple[float, list[str]]:
    started = time.perf_counter()
    found = search(text, RESULTS)
    return 1000 * (time.perf_counter() - started), found


def percentiles(times: Iterable[float]) -> dict[str, float]:
    """Milliseconds."""
    p50, p95 = np.percentile(list(times), [50, 95])
    return {"p50_ms": float(p50), "p95_ms": float(p95)}


def concurrently(system: System, texts: Sequence[str], clients: int) -> dict[str, Any]:
    """Several clients at once in one process: as tasks where the system is asynchronous, as the site is; else threads.

    Each asks its next question as soon as it has its answer."""
    started = time.perf_counter()
    if hasattr(system, "asker"):
        outcomes = asyncio.run(_as_tasks(system.asker, texts, clients))
    else:
        with ThreadPoolExecutor(clients) as pool:
            outcomes = list(pool.map(lambda text: _attempt(system.search, text), texts))
    spent = time.perf_counter() - started
    times = [taken for taken, error in outcomes if error is None]
    errors = [error for _taken, error in outcomes if error is not None]
    record = {"clients": clients, "errors": len(errors), "first_error": next(iter(errors), None)}
    return record | {"questions_per_second": len(times) / spent} | (percentiles(times) if times else {})


def _attempt(search: Callable[[str, int], list[str]], text: str) -> tuple[float, str | None]:
    try:
        return _timed(search, text)[0], None
    except Exception as error:
        return 0.0, f"{type(error).__name__}: {error}"


async def _as_tasks(asker: Any, texts: Sequence[str], clients: int) -> list[tuple[float, str | None]]:
    waiting = list(reversed(texts))
    outcomes: list[tuple[float, str | None]] = []

    async def client() -> None:
        async with asker() as search:
            while waiting:
                text, started = waiting.pop(), time.perf_counter()
                try:
                    await search(text, RESULTS)
                    outcomes.append((1000 * (time.perf_counter() - started), None))
                except Exception as error:
                    outcomes.append((0.0, f"{type(error).__name__}: {error}"))

    await asyncio.gather(*(client() for _ in range(clients)))
    return outcomes


if __name__ == "__main__":
    _name, _work, _options = sys.argv[1:]
    _result = run(_name, Path(_work), Options(**json.loads(_options)))
    (Path(_work) / f"{_name}.json").write_text(json.dumps(_result, ensure_ascii=False))
