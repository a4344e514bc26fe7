"""What is evaluated: an assistant as its users meet it, and the search under it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from chat.agent import context
from chat.agent.events import Answer, Question
from knowledge.retrieval.config import Passage
from knowledge.retrieval.search import search

SEARCH_DEPTH = 10
"""passages of the direct search, whatever k the assistant uses"""


async def unjudged(_question: Question, _answer: Answer) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Subject:
    answer: Callable[[Question], Awaitable[Answer]]
    search: Callable[[str], Awaitable[Sequence[Passage]]]
    """the best SEARCH_DEPTH passages for a question, not rewritten and not filtered by it"""
    judge: Callable[[Question, Answer], Awaitable[dict[str, Any]]] = unjudged
    """what a model says of an answer; {} where none is asked"""


async def assistant(slug: str) -> Subject:
    """As somebody who has not signed in sees it. chat.agent.context.UnknownAssistant where there is none."""
    # Each brings LangGraph, which takes a second: with the first case, not when the site or a command starts.
    from chat.agent import run
    from evaluation.judge import judged

    loaded = await context.load(slug, origin="evaluation")

    async def answer(question: Question) -> Answer:
        return await run.answer(question, loaded)

    async def found(query: str) -> Sequence[Passage]:
        return await search(query, loaded.scope, SEARCH_DEPTH, loaded.search)

    async def judge(question: Question, answer: Answer) -> dict[str, Any]:
        return await judged(question, answer, loaded)

    return Subject(answer, found, judge)
