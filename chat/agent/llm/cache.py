"""Answers that models had a part in, kept for a while: the same question under the same circumstances costs nothing.

What an answer depends on is its key, all of it; so nothing kept is ever out of date, it is only not found any more.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache as once
from pathlib import Path
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.utils import timezone
from redis.exceptions import RedisError

from chat.agent.context import AgentContext
from chat.agent.events import Question
from chat.agent.recorder import ModelCall
from chat.agent.state import AgentState
from knowledge.version import version

logger = logging.getLogger(__name__)
# Where the cache may be: a failure of it is no reason to fail.
UNREACHABLE = (DatabaseError, RedisError, OSError)
# Evaluations measure how answers are made.
NEVER_FROM = ("evaluation",)
KEPT = ("classification", "policy", "queries", "evidence", "assessment", "draft", "attempts", "outcome", "answer")
"""of the state: what the trace of an answer from the cache says of how it was made"""


async def key(question: Question, context: AgentContext) -> str:
    """Empty where no answer is to be kept: no model takes part, or the setting says so."""
    if not settings.RESPONSE_CACHE_HOURS or not context.models or context.origin in NEVER_FROM:
        return ""
    return await sync_to_async(key_of)(question, context)


def key_of(question: Question, context: AgentContext) -> str:
    """Question, history, form and languages; assistant, scope, visibility and models; prompts, rules and code; the
    knowledge; and the day, by which documents are in force or not."""
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
    """Of all files that an answer depends on, prompts and word lists included."""
    digest = hashlib.sha256()
    for app in ("chat", "knowledge"):
        for path in sorted(Path(settings.BASE_DIR, app).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and "tests" not in path.parts:
                digest.update(f"{path.relative_to(settings.BASE_DIR)}".encode() + path.read_bytes())
    return digest.hexdigest()


async def kept(key: str) -> AgentState | None:
    """The state that ended with the answer."""
    if not key:
        return None
    try:
        return cast("AgentState | None", await cache.aget(key))
    except UNREACHABLE as error:
        logger.warning("The cache of answers cannot be read: %s", error)
        return None


async def keep(key: str, state: AgentState, calls: Sequence[ModelCall]) -> None:
    """Where every model that was asked did its part."""
    if not key or not calls or state.get("degraded") or any(call.outcome == "failed" for call in calls):
        return
    seconds = round(3600 * settings.RESPONSE_CACHE_HOURS)
    try:
        await cache.aset(key, _part(state), seconds)
    except UNREACHABLE as error:
        logger.warning("The cache of answers cannot be written: %s", error)


def _part(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: state[name] for name in KEPT if name in state}
