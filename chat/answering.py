"""An answer in the making: a task beside the socket, so that it outlives the connection that asked."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils.translation import gettext as _

from chat import broadcast, journal, orphans, turns
from chat.agent.events import Answer, AnswerReady, Event, TextRestarted
from chat.draft import Draft
from chat.jobs import Job
from chat.models import Trace
from koalarag import alive
from koalarag.outage import outlast, was_gone
from koalarag.threads import own_thread

# Deltas within this time share one event, so that a fast model does not write a row a token.
COALESCE_SECONDS = 0.04
# How often a question is put to the agent where the database goes away meanwhile.
MAX_RUNS = 3

logger = logging.getLogger(__name__)
running: dict[UUID, asyncio.Task[None]] = {}


def start(job: Job) -> None:
    task = asyncio.create_task(_work(job))
    running[job.message_id] = task
    task.add_done_callback(lambda _task: running.pop(job.message_id, None))


async def take_over(message_id: UUID) -> None:
    """Makes the answer here where the process that made it has died."""
    if job := await database_sync_to_async(orphans.claim)(message_id):
        logger.warning("The process that made the answer %s has died; it is made again.", message_id)
        start(job)


async def stop(message_id: UUID) -> None:
    """Ends the answer at once on every page; whichever process works on it notices at its next write."""
    with suppress(journal.Ended):
        await database_sync_to_async(journal.stop)(message_id)
        await broadcast.announce(message_id)
    if task := running.get(message_id):
        task.cancel()


async def agent_events(job: Job) -> AsyncGenerator[Event]:
    # LangGraph takes a second to import: at the first question, not at start-up.
    from chat.agent import context, run

    known = await context.load(job.assistant, job.user, job.collections, job.origin, job.payer)
    async with turns.turn(known):
        async for event in run.stream(job.question, known, job.message_id):
            yield event


async def _work(job: Job) -> None:
    """In a thread and on a database connection of its own: whoever asked may be gone."""
    async with own_thread("answering"):
        draft = Draft()
        try:
            await _answer(job, draft)
        except journal.Ended:
            logger.info("The answer %s was ended from outside.", job.message_id)
        except asyncio.CancelledError:
            await _fail(job.message_id, _("The server is restarting. Please ask again."), "The server was restarted.")
        except Exception as error:
            # Where, but not what: the message of an error may repeat the question. The trace has it, redacted.
            cause = error.__cause__ or error
            where = "".join(traceback.format_tb(cause.__traceback__))
            logger.error("The answer %s failed: %s\n%s", job.message_id, type(cause).__name__, where)
            await _fail(job.message_id, _("Something went wrong."), f"{type(cause).__name__}: {cause}")
        finally:
            await outlast(journal.save_draft, job.message_id, draft.text)


async def _answer(job: Job, draft: Draft) -> None:
    agent = asyncio.create_task(_follow(job, draft))
    written = time.monotonic()
    try:
        while not agent.done():
            await asyncio.wait([agent], timeout=COALESCE_SECONDS)
            payloads = draft.take()
            if not payloads and time.monotonic() - written > journal.HEARTBEAT_SECONDS:
                await outlast(alive.sign.hold)
                payloads = [{"kind": "alive"}]
            if payloads:
                await _write(job.message_id, payloads)
                written = time.monotonic()
        await outlast(journal.finish, job.message_id, agent.result())
        await broadcast.announce(job.message_id)
    finally:
        agent.cancel()
        await asyncio.wait([agent])


async def _follow(job: Job, draft: Draft) -> Answer:
    for run in range(1, MAX_RUNS + 1):
        try:
            async with aclosing(agent_events(job)) as events:
                async for event in events:
                    if isinstance(event, AnswerReady):
                        return event.answer
                    draft.add(event)
            raise RuntimeError("The agent ended without an answer.")
        except Exception as error:
            if run == MAX_RUNS or not was_gone(error):
                raise
            logger.warning("The database went away under the answer %s; it is made again.", job.message_id)
            await outlast(_begin_again, job.message_id)
            draft.add(TextRestarted())
    raise AssertionError("the last run answers or raises")


def _begin_again(message_id: UUID) -> None:
    """An answer has one trace: the next run's."""
    Trace.objects.filter(message_id=message_id).update(message=None)


async def _write(message_id: UUID, payloads: list[journal.Payload]) -> None:
    await outlast(journal.append, message_id, payloads)
    await broadcast.announce(message_id)


async def _fail(message_id: UUID, text: str, error: str) -> None:
    with suppress(journal.Ended):
        await outlast(journal.fail, message_id, text, error)
        await broadcast.announce(message_id)
