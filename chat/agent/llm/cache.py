"""The response cache: answers in which models took part are kept, and reused for the same question.

The key contains everything that an answer depends on, so no entry is ever outdated; it just stops being found.
"""

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache as once
from pathlib import Path
from typing import cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.utils import timezone

from chat.agent.context import AgentContext
from chat.agent.events import Question
from chat.agent.recorder import ModelCall
from chat.agent.state import AgentState
from knowledge.version import version
from koalarag import broker

logger = logging.getLogger(__name__)
# Evaluations measure how answers are produced.
NEVER_FROM = ("evaluation",)
KEPT = ("classification", "policy", "queries", "evidence", "assessment", "draft", "attempts", "outcome", "answer")
"""fields of the state that the trace of a cached answer shows"""


async def key(question: Question, context: AgentContext) -> str:
    """Empty where the answer is not to be cached: no model takes part, or the setting disables the cache."""
    if not settings.RESPONSE_CACHE_HOURS or not context.models or context.origin in NEVER_FROM:
        return ""
    return await sync_to_async(key_of)(question, context)


def key_of(question: Question, context: AgentContext) -> str:
    """Question, history, form and languages; assistant, scope, visibility and models; prompts, rules and code; the
    knowledge; and the day, which decides which documents are in force."""
    circumstances = {
        "question": asdict(question),
        "context": asdict(replace(context, origin="", payer=None)),
        "settings": settings.PROMPT_TOKENS,
        "knowledge": version(context.scope.collections),
        "code": code_version(),
        "day": timezone.localdate(),
    }
    told = json.dumps(circumstances, sort_keys=True, default=str, ensure_ascii=False)
    return f"answer:{hashlib.sha256(told.encode()).hexdigest()}"


@once
def code_version() -> str:
    """Hash of all files that an answer depends on, including prompts and word lists."""
    digest = hashlib.sha256()
    for app in ("chat", "knowledge"):
        for path in sorted(Path(settings.BASE_DIR, app).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and "tests" not in path.parts:
                digest.update(f"{path.relative_to(settings.BASE_DIR)}".encode() + path.read_bytes())
    return digest.hexdigest()


async def kept(key: str) -> AgentState | None:
    """The final state, with its answer."""
    try:
        return cast("AgentState | None", await cache.aget(key)) if key else None
    except (DatabaseError, *broker.unreachable()) as error:
        logger.warning("The cache of answers cannot be read: %s", error)
        return None


async def keep(key: str, state: AgentState, calls: Sequence[ModelCall]) -> None:
    """Stores the final state, where every model that was called returned a usable result."""
    if not key or not calls or state.get("degraded") or any(call.outcome == "failed" for call in calls):
        return
    seconds = round(3600 * settings.RESPONSE_CACHE_HOURS)
    try:
        await cache.aset(key, {name: value for name, value in state.items() if name in KEPT}, seconds)
    except (DatabaseError, *broker.unreachable()) as error:
        logger.warning("The cache of answers cannot be written: %s", error)
