"""Answers judged by the model of the judge's role, where there is one; the local measures are metrics of their own."""

from __future__ import annotations

import logging
from typing import Any

from chat.agent.context import AgentContext
from chat.agent.events import Answer, Question
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.recorder import ModelCall
from chat.agent.verification.judge_by_model import Judged
from chat.agent.verification.judge_by_model import judge as judge_by_model

logger = logging.getLogger(__name__)


async def judged(question: Question, answer: Answer, context: AgentContext) -> dict[str, Any]:
    """What is stored of the judgement; {} where no model judges, could judge, or nothing was answered."""
    if answer.status != "answered" or "judge" not in context.models:
        return {}
    # Imported where a model judges: it takes most of a second.
    from langgraph.runtime import Runtime

    calls: list[ModelCall] = []
    runtime = Runtime(context=context, stream_writer=calls.append)
    try:
        found = await judge_by_model(question.text, answer.text, answer.language, answer.retrieved, runtime)
    except ModelUnavailable as error:
        logger.warning("An answer was not judged: %s", error)
        return {}
    cost = sum(call.cost or 0.0 for call in calls)
    return {"by": context.models["judge"].name, "cost": cost, **_stored(found)}


def _stored(found: Judged) -> dict[str, Any]:
    return {
        "claims": len(found.claims),
        "failing": [claim.text for claim in found.claims if not claim.supported],
        "relevance": found.relevance,
        "omissions": found.omissions,
        "excess": found.excess,
    }
