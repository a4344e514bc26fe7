"""`manage.py tool`: one of the agent's tools, to see what it returns."""

import json
from argparse import ArgumentParser
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import CommandError
from pydantic import ValidationError

from chat.agent import context
from chat.agent.tool_records import as_record
from chat.agent.tool_schemas import TOOLS
from chat.agent.tools import ToolError
from koalarag.management.base import SiteCommand


class Command(SiteCommand):
    help = "Calls a tool of the agent; it sees what anybody sees who has not signed in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", choices=list(TOOLS))
        parser.add_argument("arguments", nargs="?", default="{}", metavar="JSON", help='for example {"name": "Babuxa"}')
        parser.add_argument("--assistant", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="JSON on standard output, nothing else there")

    def handle(self, name: str, arguments: str, **options: Any) -> None:
        call, schema = TOOLS[name]
        try:
            given = schema.model_validate_json(arguments)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'JSON'}: {e['msg']}" for e in error.errors())
            raise CommandError(f"{wrong}. Its arguments: {', '.join(schema.model_fields)}.", returncode=2) from error
        try:
            loaded = async_to_sync(context.load)(options["assistant"], AnonymousUser(), (), "command")
            result = as_record(async_to_sync(call)(loaded, **given.model_dump()))
        except (context.UnknownAssistant, ToolError) as error:
            raise CommandError(str(error)) from error
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
