"""`manage.py chat`: a conversation in the terminal, or the questions of a pipe, a line each."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.management.base import CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from chat.agent import context
from chat.terminal.printing import Printer
from chat.terminal.session import Session
from knowledge.text.language import LANGUAGES
from koalarag.management.base import SiteCommand

PROMPT = "› "
MAX_LINES_REMEMBERED = 1000


class Command(SiteCommand):
    help = "Talks with an assistant; it sees what anybody sees who has not signed in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--assistant", metavar="SLUG")
        parser.add_argument("--collection", action="append", default=[], metavar="SLUG", help="instead of its own")
        parser.add_argument("--lang", choices=LANGUAGES, help="of the answers and of the command's own words")
        parser.add_argument(
            "--resume", nargs="?", const="", metavar="ID", help="goes on with a conversation, by default the last one"
        )

    def handle(self, **options: Any) -> None:
        if options["assistant"] is None and options["resume"] is None:
            raise CommandError("Name an assistant by --assistant, or go on with --resume.", returncode=2)
        with translation.override(options["lang"] or settings.LANGUAGE_CODE):
            printer = Printer(sys.stdout, sys.stderr)
            session = Session(
                options["assistant"] or "", printer, options["lang"] or "", collections=tuple(options["collection"])
            )
            if options["resume"] is not None:
                _resume(session, options["resume"])
            _require(session)
            with asyncio.Runner() as runner:
                if sys.stdin.isatty():
                    _talk(session, runner)
                else:
                    _answer_all(session, runner)


def _resume(session: Session, wanted: str) -> None:
    asked_for = session.assistant
    try:
        session.resume(wanted)
    except LookupError as error:
        raise CommandError(str(error.args[0])) from error
    if asked_for not in ("", session.assistant):
        raise CommandError(f"That conversation is with “{session.assistant}”: leave --assistant out.", returncode=2)


def _require(session: Session) -> None:
    """Its assistant and collections, before the first question is typed."""
    try:
        async_to_sync(context.load)(session.assistant, None, session.collections)
    except context.UnknownAssistant as error:
        raise CommandError(str(error)) from error


def _answer_all(session: Session, runner: asyncio.Runner) -> None:
    """The lines of a pipe, one after the other, as one conversation; what is empty is no question."""
    failed = 0
    for line in filter(None, map(str.strip, sys.stdin)):
        session.printer.question(line)
        failed += not runner.run(session.ask(line))
    if failed:
        raise CommandError(f"{failed} of the questions could not be answered: see above.")


def _talk(session: Session, runner: asyncio.Runner) -> None:
    """Until Ctrl-D, or Ctrl-C twice; once, it stops an answer."""
    session.printer.note(_("Ask your question. Ctrl-C stops an answer, twice it leaves; so does Ctrl-D."))
    with _Remembered(), suppress(EOFError, KeyboardInterrupt):
        warned = False
        while True:
            try:
                line = input(PROMPT).strip()
                warned = False
                if line:
                    runner.run(session.ask(line))
            except KeyboardInterrupt:
                if warned:
                    break
                warned = True
                runner.run(session.stop())
                session.printer.note("\n" + _("Ctrl-C again leaves."))
    if session.conversation:
        session.printer.note(
            "\n" + _("To go on: manage.py chat --resume %(id)s") % {"id": str(session.conversation)[:8]}
        )


class _Remembered:
    """Earlier questions, to be had again by the arrow keys; in the data folder, for its owner alone."""

    def __init__(self) -> None:
        self.path = Path(settings.DATA_DIR) / "chat_history"

    def __enter__(self) -> None:
        import readline

        readline.set_history_length(MAX_LINES_REMEMBERED)
        if self.path.exists():
            readline.read_history_file(self.path)

    def __exit__(self, *_: object) -> None:
        import readline

        self.path.touch(mode=0o600)
        readline.write_history_file(self.path)
