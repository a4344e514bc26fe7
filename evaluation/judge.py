"""Answers judged by the model of the judge's role, where there is one: their atomic claims against the passages, and
what they leave out or add. The local measures are metrics of their own."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from asgiref.sync import sync_to_async
from pydantic import Field

from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import Answer, Question
from chat.agent.llm.calling import Decision, Line, Prompt, decide
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.fitting import with_passages_that_fit
from chat.agent.llm.material import Material
from chat.agent.llm.prompts import prompt
from chat.agent.recorder import ModelCall
from knowledge.retrieval.config import Passage

logger = logging.getLogger(__name__)


class Claim(Decision):
    text: Line
    supported: bool


class Judged(Decision):
    claims: list[Claim]
    relevance: float = Field(ge=0, le=1)
    omissions: list[Line] = []
    excess: list[Line] = []


async def judged(question: Question, answer: Answer, context: AgentContext) -> dict[str, Any]:
    """What is stored of the judgement; {} where no model judges, could judge, or nothing was answered."""
    if answer.status != "answered" or "judge" not in context.models:
        return {}
    # Imported where a model judges: it takes most of a second.
    from langgraph.runtime import Runtime

    calls: list[ModelCall] = []
    runtime = Runtime(context=context, stream_writer=calls.append)
    try:
        found = await _asked(question.text, answer.text, answer.language, answer.retrieved, runtime)
    except ModelUnavailable as error:
        logger.warning("An answer was not judged: %s", error)
        return {}
    cost = sum(call.cost or 0.0 for call in calls)
    return {"by": context.models["judge"].name, "cost": cost, **_stored(found)}


async def _asked(
    question: str, answer: str, language: str, evidence: Sequence[Passage], runtime: AgentRuntime
) -> Judged:
    """ModelUnavailable where it is not measured."""

    async def ask(tokens: int) -> Judged:
        asked = await sync_to_async(prompt_for)(question, answer, language, evidence, tokens)
        return await decide("judge", asked, Judged, runtime)

    return await with_passages_that_fit("judge", runtime, ask)


def prompt_for(question: str, answer: str, language: str, evidence: Sequence[Passage], tokens: int = 0) -> Prompt:
    return prompt("judge", language, Material(language, question, evidence, draft=answer, tokens=tokens).values())


def _stored(found: Judged) -> dict[str, Any]:
    return {
        "claims": len(found.claims),
        "failing": [claim.text for claim in found.claims if not claim.supported],
        "relevance": found.relevance,
        "omissions": found.omissions,
        "excess": found.excess,
    }
