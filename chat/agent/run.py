"""The only entry to the agent: a question goes in, typed events come out, a trace is left behind."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from chat.agent.context import AgentContext
from chat.agent.events import Answer, AnswerReady, Event, Question, StepStarted, Streamed, Turn
from chat.agent.extensions import MAX_REMEMBERED, REMEMBERED
from chat.agent.graph import compiled
from chat.agent.llm import cache
from chat.agent.recorder import Recorder
from chat.agent.state import AgentState


class AgentFailed(RuntimeError):
    """The agent could not answer; `trace_id` finds what happened."""

    def __init__(self, trace_id: UUID) -> None:
        super().__init__(f"The answer failed; the trace is {trace_id}.")
        self.trace_id = trace_id


async def stream(question: Question, context: AgentContext, message_id: UUID | None = None) -> AsyncIterator[Event]:
    """Events while the answer is made, AnswerReady last. AgentFailed where a node failed; the trace is kept even so."""
    question = replace(question, history=_history(question.history, context))
    recorder = Recorder(uuid4(), question, context, message_id)
    try:
        key = await cache.key(question, context)
        if known := await cache.kept(key):
            recorder.remembered(known)
        else:
            async for event in _steps(question, context, recorder):
                yield event
            await cache.keep(key, recorder.state, recorder.calls)
    except asyncio.CancelledError:
        await recorder.save_stopped()
        raise
    except Exception as error:
        await recorder.save_failure(error)
        raise AgentFailed(recorder.trace_id) from error
    answer = await recorder.save()
    yield AnswerReady(answer)


def _history(turns: Sequence[Turn], context: AgentContext) -> tuple[Turn, ...]:
    """The last messages, and of those before them what an extension goes on from however much was asked since."""
    first = max(0, len(turns) - context.history_length)
    kept = [turn for turn in turns[:first] if REMEMBERED in turn.details]
    return (*kept[-MAX_REMEMBERED:], *turns[first:])


async def answer(question: Question, context: AgentContext) -> Answer:
    """The answer alone, for whoever does not watch it being made."""
    async for event in stream(question, context):
        if isinstance(event, AnswerReady):
            return event.answer
    raise AssertionError("a stream ends with AnswerReady or raises")


async def untraced(question: Question, context: AgentContext) -> Answer:
    """To find out whether something would be answered: nobody asked it, so nothing is kept of it."""
    state = await compiled().ainvoke(AgentState(question=question), context=context)
    found: Answer = state["answer"]
    return found


async def tried(question: Question, context: AgentContext) -> AgentState:
    """All that a run finds out, for staff who try a document: no trace, no answer of before; the payer pays."""
    recorder = Recorder(uuid4(), question, context, None)
    async for _event in _steps(question, context, recorder):
        pass
    await recorder.pay()
    return {**recorder.state, "question": question}


async def _steps(question: Question, context: AgentContext, recorder: Recorder) -> AsyncIterator[Event]:
    begin = AgentState(question=question)
    parts: AsyncIterator[Any] = compiled().astream(
        begin, context=context, stream_mode=["tasks", "custom"], subgraphs=True
    )
    # `within` is empty unless a node runs the graph again, for one of several questions.
    async for within, mode, part in parts:
        if mode == "tasks" and "input" in part:
            recorder.started(part["id"], part["name"])
            yield StepStarted(part["name"])
        elif mode == "tasks":
            recorder.finished(part["id"], part["result"], is_within=bool(within))
        elif isinstance(part, Streamed):
            if not within:
                yield part
        else:
            recorder.calls.append(part)
