"""`manage.py embeddings …`: the embedding models, built beside each other, compared, swapped in and back."""

import sys
import threading
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from knowledge.embedding import building, comparison, fetching, onnx_model, swapping
from knowledge.embedding.base import EmbeddingError
from knowledge.management.batches import BatchError, read_records
from knowledge.models import Collection, EmbeddingModel
from koalarag.management.base import SiteCommand, find_named

_SECONDS_BETWEEN_REPORTS = 1.0


class Command(SiteCommand):
    help = "Embedding models: list, add, build, activate, remove, compare. See docs/embeddings.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
        actions.add_parser("list", help="the models, with what is built of each")
        for name, text in (
            ("build", "make the vectors that are missing; without a name, those that searches use"),
            ("activate", "let searches use this model from now on"),
            ("remove", "delete a model and its vectors"),
        ):
            optional = "?" if name == "build" else None
            actions.add_parser(name, help=text).add_argument("name", metavar="NAME", nargs=optional)
        _describe_add(actions.add_parser("add", help="a model in ONNX of a folder or the hub, or one behind a server"))
        compare = actions.add_parser("compare", help="recall and MRR of two models on a set of questions")
        compare.add_argument("names", nargs=2, metavar="NAME")
        compare.add_argument("--collection", required=True, metavar="SLUG")
        compare.add_argument(
            "--questions", type=Path, required=True, metavar="FILE.jsonl", help="{qid, question, documents: [ids]}"
        )

    def handle(self, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action']}")(options)
        except (EmbeddingError, BatchError, swapping.NotComplete, swapping.ModelInUse) as error:
            raise CommandError(str(error)) from error

    def _list(self, options: dict[str, Any]) -> None:
        for model in EmbeddingModel.objects.all():
            mark = "*" if model.is_active else " "
            where = model.base_url or model.get_kind_display()
            self.stdout.write(
                f"{mark} {model.name:<24} {model.dimensions:>5}  {model.state:<9} {model.progress:>3} %  {where}"
            )
            if model.error:
                self.stdout.write(f"    {model.error}")

    def _add(self, options: dict[str, Any]) -> None:
        if not options["remote_model"]:
            self._add_files(options["name"])
            return
        if not options["dimensions"]:
            raise CommandError("A server's model needs --dimensions.", returncode=2)
        fields = ("name", "remote_model", "base_url", "api_key_variable", "dimensions", "window")
        self._save(EmbeddingModel(**{field: options[field] for field in fields}))

    def _add_files(self, source: str) -> None:
        """From a folder or the hub; the name is taken from there."""
        name = fetching.name_of(source)
        model = EmbeddingModel(name=name, kind=EmbeddingModel.Kind.ONNX, remote_model=source[-200:])
        if EmbeddingModel.objects.filter(name__iexact=name).exists():
            raise CommandError(f"There is an embedding model “{name}” already. Remove it first.")
        model.dimensions, model.window = onnx_model.measure(fetching.fetch(source))
        try:
            self._save(model)
        except CommandError:
            fetching.discard(name)
            raise

    def _save(self, model: EmbeddingModel) -> None:
        try:
            model.full_clean()
        except ValidationError as error:
            reasons = "; ".join(f"{field}: {' '.join(said)}" for field, said in error.message_dict.items())
            raise CommandError(reasons) from error
        model.save()
        self.stderr.write(f"Added. Next: manage.py embeddings build {model.name}")

    def _build(self, options: dict[str, Any]) -> None:
        """In this process, whatever becomes of the queue; a worker that is at it already is left alone."""
        model = _find(options["name"]) if options["name"] else EmbeddingModel.objects.get(is_active=True)
        if not options["name"] and model.state == EmbeddingModel.State.READY:
            return
        self.stderr.write(f"Making the vectors of {model.name} that are missing…")
        building.start(model)
        over = threading.Event()
        watch = threading.Thread(target=self._watch, args=(model.pk, over), daemon=True)
        if sys.stderr.isatty():
            watch.start()
        try:
            building.build(model.pk)
        finally:
            over.set()
        model.refresh_from_db()
        if model.state == EmbeddingModel.State.FAILED:
            raise CommandError(model.error)
        self.stderr.write(f"{model.name}: {model.get_state_display()}, {model.progress} %")

    def _watch(self, model_id: int, over: threading.Event) -> None:
        while not over.wait(_SECONDS_BETWEEN_REPORTS):
            progress = EmbeddingModel.objects.filter(pk=model_id).values_list("progress", flat=True).first()
            sys.stderr.write(f"\r{progress} %  ")

    def _activate(self, options: dict[str, Any]) -> None:
        swapping.activate(_find(options["name"]))
        self.stderr.write(f"Searches use {options['name']} from now on.")

    def _remove(self, options: dict[str, Any]) -> None:
        number = swapping.remove(_find(options["name"]))
        self.stderr.write(f"{number} vectors of {options['name']} deleted.")

    def _compare(self, options: dict[str, Any]) -> None:
        models = [_find(name) for name in options["names"]]
        for model in models:
            swapping.require_complete(model)
        found = comparison.compare(
            options["names"], find_named(Collection, options["collection"]), _questions(options["questions"])
        )
        ranks = "".join(f"{f'recall@{k}':>11}" for k in comparison.RANKS)
        self.stdout.write(f"{'model':<24} {'search':<7}{ranks}{'MRR':>8}")
        for (name, way), quality in found.items():
            shares = "".join(f"{quality.recall[k]:>11.3f}" for k in comparison.RANKS)
            self.stdout.write(f"{name:<24} {way:<7}{shares}{quality.mrr:>8.3f}")


def _describe_add(parser: ArgumentParser) -> None:
    parser.add_argument(
        "name",
        metavar="SOURCE|NAME",
        help="a folder or owner/name on the hub; with --model a name of your choice: letters, digits and hyphens",
    )
    parser.add_argument("--model", dest="remote_model", default="", help="one of a server: as the server calls it")
    parser.add_argument("--base-url", default="", help="for example http://localhost:11434/v1; OpenAI's own without")
    parser.add_argument(
        "--key-variable", dest="api_key_variable", default="", help="environment variable with the server's key"
    )
    parser.add_argument("--dimensions", type=int, help="of a server's vectors")
    parser.add_argument("--window", type=int, default=512, help="tokens that the model reads")


def _find(name: str) -> EmbeddingModel:
    return find_named(EmbeddingModel, name, "name")


def _questions(path: Path) -> Sequence[comparison.Question]:
    records = read_records(path, ("qid", "question", "documents"))
    for record in records:
        if not isinstance(record["documents"], list) or not record["documents"]:
            raise CommandError(f"{path}, question {record['qid']}: “documents” must be a list of ids, not empty.")
    if not records:
        raise CommandError(f"{path} holds no question.")
    return [comparison.Question(record["question"], frozenset(map(str, record["documents"]))) for record in records]
