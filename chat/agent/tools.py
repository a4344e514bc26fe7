"""Tools over the knowledge base, one call each: for the command line, and for a language model through LangChain.

Each sees what the context's user may see and nothing else, and returns frozen values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from chat.agent import phrases
from chat.agent.context import AgentContext
from chat.agent.events import Citation, Question
from chat.agent.policy import decide
from knowledge.catalogue import lookup
from knowledge.catalogue.filtering import Filters, UnknownCourse, filtered
from knowledge.catalogue.statements import Statement
from knowledge.models import Chunk, visibilities_of
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.search import search

MAX_PASSAGES = 50


class ToolError(ValueError):
    """A tool was asked for what there is not; the message says what to ask for instead."""


@dataclass(frozen=True)
class PolicyCheck:
    allowed: bool
    rule: str
    """which rule refused"""
    reason: str
    may_see: tuple[str, ...]
    """the visibilities that the user has"""


async def retrieve_docs(
    context: AgentContext, query: str, filters: Filters | None = None, top_k: int = 5
) -> tuple[Passage, ...]:
    """The best passages, best first. ToolError for an empty query, a top_k out of range or an unknown course."""
    if not query.strip():
        raise ToolError("The query is empty. Say what to search for.")
    if not 1 <= top_k <= MAX_PASSAGES:
        raise ToolError(f"top_k is {top_k}; it is 1 to {MAX_PASSAGES}.")
    try:
        scope = await sync_to_async(filtered)(context.scope, filters or Filters())
    except UnknownCourse as error:
        raise ToolError(str(error)) from error
    return tuple(await search(query, scope, top_k, context.search))


async def lookup_professor(context: AgentContext, name: str, language: str = "es") -> tuple[Statement, ...]:
    """Everybody who may be meant by the name; nobody where the catalogue has none."""
    if not name.strip():
        raise ToolError("The name is empty. Give a name or a surname.")
    return await lookup.people(name, language)


async def list_courses(context: AgentContext, programme: str = "", language: str = "es") -> tuple[Statement, ...]:
    try:
        return await lookup.courses(programme=programme, language=language)
    except lookup.UnknownProgramme as error:
        raise ToolError(str(error)) from error


async def policy_check(
    context: AgentContext, user: AbstractBaseUser | AnonymousUser | None, request: str
) -> PolicyCheck:
    """Whether the request may be answered at all, and what this user may see; None is the context's user."""
    decision = await sync_to_async(decide)(Question(request), context.outside_terms)
    may_see = context.scope.visibilities if user is None else await sync_to_async(visibilities_of)(user)
    return PolicyCheck(decision.allowed, decision.rule, decision.reason, may_see)


async def citation_builder(context: AgentContext, chunks: Sequence[int], language: str = "es") -> tuple[Citation, ...]:
    """A citation of each passage, numbered in their order; its quote is the passage, word for word.

    ToolError for one that does not exist or may not be seen: which of the two is not told.
    """
    return await sync_to_async(_citations)(context.scope, chunks, language)


def _citations(scope: Scope, chunks: Sequence[int], language: str) -> tuple[Citation, ...]:
    visible = Chunk.objects.filter(
        collection__in=scope.collections, document__visibility__in=scope.visibilities
    ).select_related("section", "document")
    found = visible.in_bulk(list(chunks))
    missing = [str(pk) for pk in chunks if pk not in found]
    if missing:
        raise ToolError(f"There is no passage {', '.join(missing)} to cite. Cite passages that retrieve_docs returned.")
    return tuple(_citation(number, found[pk], language) for number, pk in enumerate(dict.fromkeys(chunks), start=1))


def _citation(number: int, chunk: Chunk, language: str) -> Citation:
    document = chunk.document
    return Citation(
        number=number,
        document_id=document.pk,
        document=document.external_id,
        title=str(document),
        section=chunk.section.title,
        page=chunk.page,
        quote=chunk.section.text[chunk.start : chunk.end],
        dated=phrases.dated(document.dated, document.academic_year, language),
        url=document.url,
        chunk_id=chunk.pk,
    )
