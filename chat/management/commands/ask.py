"""`manage.py ask`: one question for a person to read the answer of, or a batch for a benchmark."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import CommandError

from chat.agent import context, run
from chat.agent.events import Answer, Question, Turn
from chat.records import as_record
from knowledge.management.batches import BatchError, read_records, write_records
from knowledge.places import said_of_quote
from knowledge.text.language import LANGUAGES
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Asks an assistant; it sees what anybody sees who has not signed in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("question", nargs="?")
        parser.add_argument("--assistant", required=True, metavar="SLUG")
        parser.add_argument("--collection", action="append", default=[], metavar="SLUG", help="instead of its own")
        parser.add_argument("--lang", choices=LANGUAGES, help="language of the answer; the question's by default")
        parser.add_argument("--form", default="{}", metavar="JSON", help='form values, for example {"days": 3}')
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")
        parser.add_argument("--batch", type=Path, metavar="IN.jsonl", help="records {qid, question, form?, history?}")
        parser.add_argument("--out", type=Path, metavar="OUT.jsonl")

    def handle(self, **options: Any) -> None:
        if bool(options["question"]) == bool(options["batch"]):
            raise CommandError("Give either a question or --batch IN.jsonl --out OUT.jsonl.", returncode=2)
        if bool(options["batch"]) != bool(options["out"]):
            raise CommandError("--batch and --out go together.", returncode=2)
        load = async_to_sync(context.load)
        try:
            loaded = load(options["assistant"], AnonymousUser(), options["collection"], "command")
        except context.UnknownAssistant as error:
            raise CommandError(str(error)) from error
        if options["batch"]:
            self._batch(options, loaded)
            return
        question = Question(options["question"], options["lang"] or "", form=_form(options["form"]))
        answer = _answer(question, loaded)
        if options["json"]:
            self.stdout.write(json.dumps(as_record(answer), ensure_ascii=False, indent=1))
        else:
            self._show(answer)

    def _show(self, answer: Answer) -> None:
        self.stdout.write(answer.text)
        for citation in answer.citations:
            place = said_of_quote(citation.page, citation.chunk_id, citation.quote)
            where = (citation.title, citation.section, place)
            self.stdout.write(f"[{citation.number}] {' › '.join(filter(None, where))}")
        cost = "unknown cost" if answer.cost is None else f"{answer.cost:.4f} USD"
        self.stderr.write(f"{answer.status} · {answer.milliseconds:.0f} ms · {cost}")

    def _batch(self, options: Mapping[str, Any], loaded: context.AgentContext) -> None:
        try:
            records = read_records(options["batch"], ("qid", "question"))
        except BatchError as error:
            raise CommandError(str(error)) from error
        answers = []
        for number, record in enumerate(records, start=1):
            answer = _answer(_question(record, options["lang"] or ""), loaded)
            answers.append({"qid": record["qid"], **as_record(answer)})
            if sys.stderr.isatty():
                self.stderr.write(f"\r{number}/{len(records)}", ending="")
        write_records(options["out"], answers)
        self.stderr.write(f"{len(records)} questions, answers in {options['out']}")


def _answer(question: Question, loaded: context.AgentContext) -> Answer:
    try:
        return async_to_sync(run.answer)(question, loaded)
    except run.AgentFailed as error:
        raise CommandError(f"{error} Its cause: {error.__cause__}") from error


def _question(record: Mapping[str, Any], language: str) -> Question:
    history = tuple(Turn(turn["role"], turn["text"], turn.get("status", "")) for turn in record.get("history", ()))
    return Question(record["question"], language, history=history, form=record.get("form") or {})


def _form(text: str) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise CommandError(f"--form is not JSON: {error.msg}.", returncode=2) from error
    if not isinstance(values, dict):
        raise CommandError('--form is a JSON object, for example {"days": 3}.', returncode=2)
    return values
