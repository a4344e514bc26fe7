"""`manage.py tool`: one of the agent's tools, to see what it returns."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import CommandError
from pydantic import ValidationError

from chat.agent import context
from chat.agent.events import Citation
from chat.agent.tools import TOOLS, ToolError
from knowledge.catalogue.statements import Statement
from knowledge.retrieval.config import Passage
from knowledge.retrieval.records import as_record
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Calls a tool of the agent; it sees what anybody sees who has not signed in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=list(TOOLS))
        parser.add_argument("arguments", nargs="?", default="{}", metavar="JSON", help='for example {"name": "Babuxa"}')
        parser.add_argument("--assistant", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")

    def handle(self, name: str, arguments: str, **options: Any) -> None:
        schema = TOOLS[name]
        try:
            tool = schema.model_validate_json(arguments)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'JSON'}: {e['msg']}" for e in error.errors())
            raise CommandError(f"{wrong}. Its arguments: {', '.join(schema.model_fields)}.", returncode=2) from error
        try:
            loaded = async_to_sync(context.load)(options["assistant"], AnonymousUser(), (), "command")
            found = async_to_sync(tool.call)(loaded)
        except (context.UnknownAssistant, ToolError) as error:
            raise CommandError(str(error)) from error
        result = found if isinstance(found, dict) else [_record(one) for one in found]
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=1))
        else:
            self._show(result)

    def _show(self, result: Any) -> None:
        for record in result if isinstance(result, list) else [result]:
            for key, value in record.items():
                if value not in ("", None):
                    self.stdout.write(f"{key}: {value}")
            self.stdout.write("")


def _record(one: Passage | Statement | Citation) -> dict[str, Any]:
    if isinstance(one, Passage):
        return as_record(one)
    return one.record if isinstance(one, Statement) else asdict(one)
