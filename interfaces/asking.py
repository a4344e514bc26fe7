"""A question of a program that keeps the conversation itself: nothing of it is stored but its trace."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from channels.db import database_sync_to_async
from django.db import transaction
from django.utils.translation import get_language

from chat import budgets, turns
from chat.agent import context, phrases
from chat.agent.context import AgentContext
from chat.agent.events import Answer, Question, Turn
from chat.asking import OPTIONS, take_place
from chat.forms import AskForm
from chat.models import Assistant, Trace
from chat.tracing import failures
from interfaces import problems
from interfaces.access import Caller
from interfaces.problems import Problem
from koalarag import places

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Prepared:
    """What the agent is run with."""

    question: Question
    context: AgentContext
    place: UUID
    """among those that may be answered for its caller at a time"""


async def prepare(caller: Caller, assistant: str, text: str, history: Sequence[Turn] = (), **options: Any) -> Prepared:
    """Checked as a question of the page is, and counted; a Problem where it cannot be asked.

    `options` are those of chat.asking.OPTIONS.
    """
    chosen, place = await database_sync_to_async(_checked)(caller, {**options, "assistant": assistant, "text": text})
    try:
        loaded = await context.load(assistant, caller.user, origin=Trace.Origin.API, payer=caller.visitor)
    except BaseException as error:
        await database_sync_to_async(places.give_back)(place)
        if isinstance(error, Exception):
            raise await _failed(error, chosen["text"], assistant) from None
        raise
    put = Question(chosen.pop("text"), interface_language=get_language() or "", history=tuple(history), **chosen)
    return Prepared(put, loaded, place)


async def answer(prepared: Prepared) -> Answer:
    """A Problem that names the trace where the agent fails."""
    # LangGraph takes a second to import: at the first question, not at start-up.
    from chat.agent import run

    try:
        async with turns.turn(prepared.context):
            return await run.answer(prepared.question, prepared.context)
    except run.AgentFailed as error:
        # What failed, but not its message, which may repeat the question. The trace has it, redacted.
        logger.error("An answer failed, trace %s: %s", error.trace_id, type(error.__cause__).__name__)
        raise _internal(error.trace_id) from None
    except Exception as error:
        raise await _failed(error, prepared.question.text, prepared.context.slug) from None
    finally:
        await database_sync_to_async(places.give_back)(prepared.place)


@asynccontextmanager
async def telling(found: Answer) -> AsyncIterator[None]:
    """What fails after the answer was made, while it is told, is found by the answer's own trace."""
    try:
        yield
    except Exception as error:
        reference = found.trace_id or uuid4()
        raise problems.foreseen(error) or problems.unforeseen(error, reference) from None


async def _failed(error: Exception, text: str, assistant: str) -> Problem:
    """What no recorder saw fail leaves a trace too."""
    if problem := problems.foreseen(error):
        return problem
    kind = type(error).__name__
    told = f"{kind}: {error}"
    reference = await database_sync_to_async(failures.record_unkept)(text, assistant, Trace.Origin.API, told)
    # As in `answer`, without its message.
    logger.error("An answer failed before it began, trace %s: %s", reference, kind)
    return _internal(reference)


def _internal(trace_id: UUID) -> Problem:
    return Problem(500, "internal", f"The answer failed. Tell us the reference {trace_id}.")


def said_before(role: str, text: str) -> Turn:
    """A message of a conversation that comes from outside, which does not say what became of it."""
    if role == "user":
        return Turn("user", text)
    return Turn("assistant", text, "clarify" if phrases.asks_back(text) else "")


def with_choices(found: Answer) -> str:
    """Its text, with what a question in return offers below it: there are no buttons here."""
    return "\n".join([found.text, *(["", *(f"- {choice}" for choice in found.choices)] if found.choices else [])])


def _checked(caller: Caller, content: dict[str, Any]) -> tuple[dict[str, Any], UUID]:
    """The question and its place."""
    if not Assistant.objects.filter(slug=content["assistant"], is_active=True).exists():
        raise problems.not_found(f"There is no assistant “{content['assistant']}”.")
    form = AskForm(content)
    if not form.is_valid():
        raise problems.invalid(form.first_error)
    with transaction.atomic():
        place = take_place(caller.owner)
        budgets.spend_question(caller.visitor)
    cleaned = form.cleaned_data
    return {"text": cleaned["text"]} | {name: cleaned[name] for name in OPTIONS if cleaned[name]}, place
