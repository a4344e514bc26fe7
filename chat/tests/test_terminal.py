"""`manage.py chat`: what a pipe gets, what is streamed, and what a person at a terminal may do."""

# ruff: noqa: F401, F811 (fixtures of another folder)
from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from chat import answering
from chat.agent.events import Answer, AnswerReady, Event, StepStarted, TextDelta, TextRestarted
from chat.asking import Job
from chat.models import Assistant, Conversation, Message
from chat.terminal.printing import Printer, settled
from chat.tests.web.conftest import answer, assistant, citation, document
from knowledge.models import Document

Reply = Callable[[Job], list[Event]]
TEXT = "Students may borrow **eight** books. [1]"


@pytest.fixture
def agent(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """`reply` says the events for a job; `jobs` are those that came."""
    script: dict[str, Any] = {"jobs": []}

    async def events(job: Job) -> Any:
        script["jobs"].append(job)
        for event in script["reply"](job):
            yield event

    monkeypatch.setattr(answering, "agent_events", events)
    return script


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[str, str]]:
    def run(lines: str, *options: str) -> tuple[str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        call_command("chat", *options)
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


def ready(made: Answer) -> list[Event]:
    return [StepStarted("retrieve"), TextDelta(made.text), AnswerReady(made)]


Piped = Callable[..., tuple[str, str]]


def test_a_pipe_gets_an_answer_for_each_line_with_its_sources(
    agent: dict[str, Any], piped: Piped, document: Document
) -> None:
    agent["reply"] = lambda _job: ready(answer(citations=[citation(document, dated="2025-09-01")]))
    out, _err = piped("How many books?\n\n  And journals? \n", "--assistant", "library", "--collection", "library")
    assert out == (
        "› How many books?\n\nStudents may borrow eight books. [1]\n\n"
        "[1] Library rules · Loans · page 3 · 2025-09-01\n\n"
        "› And journals?\n\nStudents may borrow eight books. [1]\n\n"
        "[1] Library rules · Loans · page 3 · 2025-09-01\n\n"
    )
    first, second = agent["jobs"]
    assert (first.origin, first.collections) == ("command", ("library",))
    assert [turn.text for turn in second.question.history] == ["How many books?", TEXT]
    assert Conversation.objects.get().title == "How many books?"


def test_the_number_of_a_choice_stands_for_it(agent: dict[str, Any], piped: Piped, document: Document) -> None:
    agent["reply"] = lambda _job: ready(answer("Which year?", status="clarify", choices=("2024-2025", "2025-2026")))
    out, _err = piped("When?\n2\n7\n", "--assistant", "library")
    assert "  1) 2024-2025\n  2) 2025-2026\n" in out
    assert [job.question.text for job in agent["jobs"]] == ["When?", "2025-2026", "7"]


def test_a_conversation_is_gone_on_with(agent: dict[str, Any], piped: Piped, document: Document) -> None:
    agent["reply"] = lambda _job: ready(answer())
    piped("How many books?\n", "--assistant", "library", "--lang", "gl")
    out, _err = piped("And journals?\n", "--resume")
    assert out.startswith("› How many books?\n\nStudents may borrow eight books. [1]\n\n› And journals?")
    assert len(agent["jobs"][1].question.history) == 2
    assert [job.question.language for job in agent["jobs"]] == ["gl", ""]
    assert Conversation.objects.count() == 1
    begin = str(Conversation.objects.get().pk)[:8]
    with pytest.raises(CommandError, match=begin):
        piped("", "--resume", "nowhere")


def test_conversations_of_the_page_are_not_the_terminal_s(
    agent: dict[str, Any], piped: Piped, assistant: Assistant
) -> None:
    Conversation.objects.create(assistant=assistant, session_key="a visitor's", title="Mine")
    with pytest.raises(CommandError, match="There is no such conversation"):
        piped("", "--resume")


def test_what_cannot_be_asked_is_said_and_fails(agent: dict[str, Any], piped: Piped, document: Document) -> None:
    with pytest.raises(CommandError, match="1 of the questions"):
        piped("word " * 300, "--assistant", "library")
    assert Message.objects.count() == 0
    with pytest.raises(CommandError, match=r"no assistant “nobody”.*library"):
        piped("x", "--assistant", "nobody")
    with pytest.raises(CommandError, match="no collection “nowhere”"):
        piped("x", "--assistant", "library", "--collection", "nowhere")
    with pytest.raises(CommandError, match="--assistant"):
        piped("x")


def test_an_agent_that_fails_is_said_with_a_reference(
    agent: dict[str, Any], piped: Piped, document: Document, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_job: Job) -> list[Event]:
        raise ValueError("broken")

    agent["reply"] = fails
    with pytest.raises(CommandError):
        piped("How many books?\n", "--assistant", "library")
    assert "Something went wrong." in capsys.readouterr().out


def printed(*events: dict[str, Any]) -> str:
    out = io.StringIO()
    printer = Printer(out, io.StringIO())
    for event in events[:-1]:
        printer.follow(event)
    printer.finish({"citations": [], "choices": [], "elsewhere": None, **events[-1]})
    return out.getvalue()


def block(index: int, text: str) -> dict[str, Any]:
    return {"kind": "block", "index": index, "text": text}


def test_text_is_printed_once_as_it_grows() -> None:
    whole = {"kind": "answer", "plain": "Eight books are lent.\n\n• one\n• two\n"}
    told = [block(0, "Eight **bo"), block(0, "Eight **books** are"), block(0, "Eight **books** are lent."),
            block(1, "- one\n- t"), block(1, "- one\n- two")]  # fmt: skip
    assert printed(*told, whole) == "Eight books are lent.\n\n• one\n• two\n\n"


def test_what_was_told_otherwise_is_told_again_and_said_so() -> None:
    whole = {"kind": "answer", "plain": "Nine books.\n"}
    assert "as it is after it was checked" in (told := printed(block(0, "Eight books are lent."), whole))
    assert told.endswith("Nine books.\n\n")
    again = printed(block(0, "Eight books are lent."), {"kind": "restart"}, block(0, "Nine books. "), whole)
    assert again == "Eight books are\n\n(That did not hold. Once more:)\n\nNine books.\n\n"


@pytest.mark.parametrize(
    ("grown", "shown"),
    [("Eight", ""), ("Eight bo", "Eight"), ("a **b c", "a"), ("a **b** c", "a **b**"), ("see [the rules", "see")],
)
def test_only_what_reads_the_same_whatever_follows_is_settled(grown: str, shown: str) -> None:
    assert settled(grown) == shown


@pytest.mark.django_db(transaction=True)
def test_at_a_terminal_ctrl_c_stops_an_answer_and_twice_it_leaves(document: Document) -> None:
    """The real command on a terminal of its own, with an agent that never ends."""
    script = (
        # Tests that a shell runs in the background have the signal ignored.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import asyncio, django, sys; django.setup()\n"
        "from chat import answering\n"
        "from chat.agent.events import TextDelta\n"
        "async def events(job):\n"
        "    yield TextDelta('Students may borrow eight books and more')\n"
        "    await asyncio.sleep(600)\n"
        "answering.agent_events = events\n"
        "from django.core.management import call_command\n"
        "call_command('chat', '--assistant', 'library')\n"
    )
    main, side = pty.openpty()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "koalarag.settings"}
    command = subprocess.Popen(
        [sys.executable, "-c", script], stdin=side, stdout=side, stderr=side, env=environment, start_new_session=True
    )
    os.close(side)
    try:
        seen = wait_for(main, "› ")
        os.write(main, b"How many books?\n")
        seen += wait_for(main, "eight books and")
        command.send_signal(signal.SIGINT)
        seen += wait_for(main, "Ctrl-C again leaves.")
        assert "(Stopped.)" in seen
        seen += interrupt_until(command, main, "--resume")
        assert command.wait(60) == 0
        assert "Traceback" not in seen
    finally:
        command.kill()
        command.wait()
        os.close(main)
    stopped = Message.objects.get(role="assistant")
    assert (stopped.state, stopped.text) == ("stopped", "Students may borrow eight books and more")


def interrupt_until(command: subprocess.Popen[bytes], terminal: int, words: str) -> str:
    """A signal just before Python waits for a key is noticed with the next one, as a person would find too."""
    seen = ""
    for _ in range(12):
        command.send_signal(signal.SIGINT)
        seen += read_until(terminal, 10, words)
        if words in seen:
            break
    assert words in seen, seen
    return seen


def wait_for(terminal: int, *words: str) -> str:
    seen = read_until(terminal, 120, *words)
    assert all(word in seen for word in words), seen
    return seen


def read_until(terminal: int, seconds: float, *words: str) -> str:
    """What the terminal shows until the words are there, one behind the other, or the time is over."""
    awaited = re.compile(b".*?".join(re.escape(word.encode()) for word in words), re.DOTALL)
    seen, deadline = b"", time.monotonic() + seconds
    with suppress(OSError):
        while not awaited.search(seen) and time.monotonic() < deadline:
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 4096)
    return seen.decode(errors="replace")
