"""`manage.py chat` with a language model on a server of our own: what it cost; and what a terminal remembers."""

# ruff: noqa: F401, F811 (fixtures of another folder)
from __future__ import annotations

import io
import os
import pty
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.core.management import call_command
from pytest_django import Settings

from chat.agent.llm import breaker
from chat.agent.llm.roles import ROLES
from chat.models import Assistant, Trace
from chat.tests.agent.openai_server import Script, serving
from chat.tests.agent.plausible_model import behave
from chat.tests.test_terminal import wait_for
from chat.tests.web.conftest import assistant
from knowledge.tests.corpus import Text, add

pytestmark = pytest.mark.django_db(transaction=True)


def test_tokens_and_dollars_are_those_that_the_server_counted(
    settings: Settings, assistant: Assistant, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    breaker.forget()
    add(assistant.collections.get(), Text("rules.md", "Loans", "Doctoral students may borrow 35 books.", language="en"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("How many books may doctoral students borrow?\n"))
    with serving(Script(behave)) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 500}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one)
        call_command("chat", "--assistant", "library", "--lang", "en")
    out, err = capsys.readouterr()
    calls = Trace.objects.get().model_calls
    # What the server says of each request: 120 tokens read, 9 written; .15 and .60 dollars a million.
    dollars = len(calls) * (120 * 0.15 + 9 * 0.60) / 1_000_000
    assert "35 books" in out
    assert calls
    assert f"{len(calls) * 129} tokens of models · {dollars:.4f} USD" in err


def test_earlier_questions_come_back_by_the_arrow_keys(assistant: Assistant) -> None:
    """Typed in one command, there in the next; nobody else may read them."""
    add(assistant.collections.get(), Text("rules.md", "Loans", "Doctoral students may borrow 35 books.", language="en"))
    question, up, empty_line, leave = "How many books may doctoral students borrow?", "\x1b[A", "\x15", "\x04"
    with at_the_terminal() as terminal:
        os.write(terminal, f"{question}\n".encode())
        assert "35 books" in wait_for(terminal, " words\r\n", "› ")
        os.write(terminal, leave.encode())
        wait_for(terminal, "--resume")
    kept = Path(configured.DATA_DIR) / "chat_history"
    assert question in kept.read_text()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with at_the_terminal() as terminal:
        os.write(terminal, up.encode())
        wait_for(terminal, question)
        os.write(terminal, f"{empty_line}{leave}".encode())


@contextmanager
def at_the_terminal() -> Iterator[int]:
    """The terminal of the command, once it waits for a question; it ends of its own accord."""
    main, side = pty.openpty()
    command = subprocess.Popen(
        [sys.executable, "manage.py", "chat", "--assistant", "library", "--lang", "en"],
        stdin=side, stdout=side, stderr=side, env=os.environ, start_new_session=True,
    )  # fmt: skip
    os.close(side)
    try:
        wait_for(main, "› ")
        yield main
        assert command.wait(60) == 0
    finally:
        command.kill()
        command.wait()
        os.close(main)
