"""`manage.py search`: one query for a person to look at, or a batch for a benchmark."""

import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync
from django.core.management.base import CommandError

from knowledge.management.batches import BatchError, read_records, write_records
from knowledge.models import Collection, Visibility
from knowledge.places import places_of_quotes, said
from knowledge.retrieval.config import Explanation, Passage, Scope, SearchConfig
from knowledge.retrieval.records import as_record
from knowledge.retrieval.search import search
from koalarag.management.base import SiteCommand, find_named


class Command(SiteCommand):
    help = "Searches a collection; sees documents of every visibility, as its operator does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query", nargs="?")
        parser.add_argument("--collection", required=True, metavar="SLUG")
        parser.add_argument("-k", type=int, default=10)
        parser.add_argument("--alpha", type=float, help="weight of BM25; the collection's own by default")
        parser.add_argument("--fusion", choices=("linear", "rrf"), default="linear")
        parser.add_argument("--diversity", type=float, default=0.0, help="0 to 1: maximal marginal relevance")
        parser.add_argument("--explain", action="store_true", help="how each score came about")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")
        parser.add_argument("--batch", type=Path, metavar="IN.jsonl", help="records {qid, question}")
        parser.add_argument("--out", type=Path, metavar="OUT.jsonl")

    def handle(self, **options: Any) -> None:
        if bool(options["query"]) == bool(options["batch"]):
            raise CommandError("Give either a query or --batch IN.jsonl --out OUT.jsonl.", returncode=2)
        if bool(options["batch"]) != bool(options["out"]):
            raise CommandError("--batch and --out go together.", returncode=2)
        if options["k"] < 1:
            raise CommandError("-k is how many results to return: 1 or more.", returncode=2)
        collection = find_named(Collection, options["collection"])
        scope = Scope((collection.pk,), tuple(Visibility.values))
        alpha = collection.alpha if options["alpha"] is None else options["alpha"]
        if not 0 <= options["diversity"] <= 1:
            raise CommandError("--diversity is a number from 0 to 1.", returncode=2)
        chosen = {name: options[name] for name in ("fusion", "diversity", "explain")}
        asked = (scope, options["k"], SearchConfig(alpha=alpha, **chosen))
        if options["batch"]:
            self._batch(options["batch"], options["out"], asked)
        else:
            self._one(options["query"], asked, as_json=options["json"])

    def _one(self, query: str, asked: tuple[Scope, int, SearchConfig], *, as_json: bool) -> None:
        found = async_to_sync(search)(query, *asked)
        if as_json:
            self.stdout.write(json.dumps([as_record(passage) for passage in found], ensure_ascii=False, indent=1))
            return
        places = places_of_quotes({passage.chunk_id: passage.text for passage in found})
        for number, passage in enumerate(found, start=1):
            where = (passage.title, passage.section, said(passage.page, places.get(passage.chunk_id)))
            self.stdout.write(f"{number}. {passage.score:.3f}  {' › '.join(filter(None, where))}")
            self.stdout.write(f"   {passage.text[:200]!r}")
            if passage.also_at:
                self.stdout.write(f"   also at {', '.join(passage.also_at)}")
            if passage.explanation:
                self.stdout.write(f"   {explained(passage, passage.explanation)}")

    def _batch(self, source: Path, target: Path, asked: tuple[Scope, int, SearchConfig]) -> None:
        try:
            records = read_records(source, ("qid", "question"))
        except BatchError as error:
            raise CommandError(str(error)) from error
        write_records(target, async_to_sync(_answers)(records, asked))
        self.stderr.write(f"{len(records)} queries, results in {target}")


async def _answers(records: list[dict[str, Any]], asked: tuple[Scope, int, SearchConfig]) -> list[dict[str, Any]]:
    answers = []
    for number, record in enumerate(records, start=1):
        started = time.perf_counter()
        found = await search(record["question"], *asked)
        spent = 1000 * (time.perf_counter() - started)
        results = [as_record(passage) for passage in found]
        answers.append({"qid": record["qid"], "ms": round(spent, 2), "results": results})
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{number}/{len(records)}")
    return answers


def explained(passage: Passage, told: Explanation) -> str:
    """One line: the parts of the score, then what each word of the query brought to BM25."""
    parts = {"fused": told.first, "coverage": told.coverage, "heading": told.heading, "label": told.label}
    parts["out of force"] = -told.demoted
    score = " + ".join(f"{name} {value:.3f}" for name, value in parts.items() if value)
    words = ", ".join(f"{word} {value:.2f}" for word, value in told.concepts.items())
    alone = " (words alone: the embedding model did not answer)" if told.words_alone else ""
    return f"= {score}{alone}; cosine {passage.dense:.3f}; BM25 {passage.lexical:.2f}: {words or 'no word in common'}"
