"""Answers whose process dies under them, on the real database."""

import asyncio
import time
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from chat import answering, asking, following, journal, orphans
from chat.models import Message, MessageEvent, Trace
from chat.owners import Owner
from chat.tests.web.conftest import ScriptedAgent
from koalarag import alive
from koalarag.visitors import Visitor

VISITOR = Owner(visitor="visitor")
PAYER = Visitor("anonymous", None, "visitor", "192.0.2.1")
database = pytest.mark.django_db(transaction=True)


def orphan(process: int = 0, seconds: float = 60) -> UUID:
    """As a process leaves it that has been silent for so long."""
    asked = {"assistant": "library", "text": "How many books?", "language": "en"}
    begun = asking.begin(VISITOR, asked, payer=PAYER)
    answer = Message.objects.get(pk=begun.message_id)
    answer.options["process"] = process or alive.sign.number + 1
    answer.save()
    return silent(answer.pk, seconds)


def silent(message_id: UUID, seconds: float = 60) -> UUID:
    Message.objects.filter(pk=message_id).update(created_at=timezone.now() - timedelta(seconds=seconds))
    Message.objects.filter(role="user").update(created_at=timezone.now() - timedelta(seconds=seconds + 1))
    return message_id


def until_dead(number: int) -> None:
    """The server notices within milliseconds that a connection has gone."""
    deadline = time.monotonic() + 10
    while alive.lives(number):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def started_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database of the tests is young."""
    monkeypatch.setattr(alive, "database_started_at", lambda: timezone.now() - timedelta(days=1))


@pytest.fixture
def own_sign(monkeypatch: pytest.MonkeyPatch) -> Iterator[alive.Sign]:
    """As of another process: it can end."""
    made = alive.Sign()
    yield made
    made.release()


@database
def test_a_process_lives_until_its_connection_ends(own_sign: alive.Sign) -> None:
    assert not alive.lives(own_sign.hold() + 1)
    assert alive.lives(own_sign.hold())
    own_sign.release()
    until_dead(own_sign.number)


@database
def test_a_lock_that_fell_with_its_connection_is_taken_again(own_sign: alive.Sign) -> None:
    own_sign.hold()
    holders = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s"
    with psycopg.connect(settings.DATABASE_URL, autocommit=True) as connection:
        connection.execute(holders, [own_sign.number])
    until_dead(own_sign.number)
    assert own_sign.hold() == own_sign.number
    assert alive.lives(own_sign.number)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("layer", "started_long_ago")
async def test_the_answer_of_a_process_that_dies_is_made_by_the_next(
    agent: ScriptedAgent, own_sign: alive.Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(orphans, "SILENT_SECONDS", 0.2)
    left = await database_sync_to_async(orphan)(own_sign.hold(), 0)
    events = following.events(left)
    first = asyncio.ensure_future(anext(events))
    assert not (await asyncio.wait({first}, timeout=0.5))[0]
    own_sign.release()
    told = [await asyncio.wait_for(first, 10), *[event async for event in events]]
    assert (told[0][1]["kind"], told[-1][1]["kind"]) == ("restart", "answer")
    job = agent.jobs[0]
    assert (job.question.text, job.question.language, job.payer) == ("How many books?", "en", PAYER)
    assert (await Message.objects.aget(pk=left)).state == "done"


@database
@pytest.mark.usefixtures("assistant", "started_long_ago")
def test_what_kills_each_process_that_takes_it_up_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    left = orphan()
    assert orphans.claim(left)
    MessageEvent.objects.update(created_at=timezone.now() - timedelta(seconds=60))
    monkeypatch.setattr(alive, "lives", lambda _number: False)
    assert orphans.claim(left) is None
    told = journal.after(left, 1)[0][1]
    assert "stopped while it was answering" in told["text"]
    assert Trace.objects.filter(pk=told["reference"], message=left, status="failed", origin="chat").exists()


@database
@pytest.mark.usefixtures("assistant", "started_long_ago")
def test_a_living_process_keeps_its_answer_while_it_is_slow() -> None:
    begun = asking.begin(VISITOR, {"assistant": "library", "text": "How many books?"})
    slow = silent(begun.message_id, journal.FROZEN_SECONDS - 20)
    assert orphans.claim(slow) is None
    assert journal.after(slow, 0) == []
    assert journal.after(silent(slow, journal.FROZEN_SECONDS + 1), 0)[0][1]["kind"] == "failed"


@database
@pytest.mark.usefixtures("assistant")
def test_after_a_restart_of_the_database_all_processes_have_time_to_take_their_locks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left = orphan()
    monkeypatch.setattr(alive, "database_started_at", timezone.now)
    assert orphans.claim(left) is None


@database
@pytest.mark.usefixtures("assistant", "started_long_ago")
def test_whoever_has_lost_an_answer_to_another_writes_no_more_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    left = orphan()
    assert orphans.claim(left)
    monkeypatch.setattr(alive.sign, "number", alive.sign.number + 1)
    with pytest.raises(journal.Ended):
        journal.append(left, [{"kind": "alive"}])
    with pytest.raises(journal.Ended):
        journal.fail(left, "gone", "")


@database
@pytest.mark.usefixtures("assistant")
def test_nothing_is_taken_over_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alive, "database_started_at", lambda: timezone.now() - timedelta(days=1))
    left = orphan()
    assert orphans.claim(left)
    assert orphans.claim(left) is None
    async_to_sync(answering.take_over)(left)
    assert left not in answering.running
