"""A question to one document alone, published or not: the same engine, and nothing of it is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from chat import rendering
from chat.agent import context, run
from chat.agent.context import AgentContext
from chat.agent.events import Answer, Question
from chat.models import Assistant
from knowledge.models import Document, visibilities_of
from knowledge.retrieval.config import Scope
from koalarag.visitors import Visitor


@dataclass(frozen=True)
class Tried:
    answer: Answer
    html: str
    sources: list[dict[str, Any]]


def assistants(document: Document) -> QuerySet[Assistant]:
    """Those that may be asked: which read its collection; all, where none does yet."""
    active = Assistant.objects.filter(is_active=True)
    reading = active.filter(collections=document.collection_id)
    return reading if reading.exists() else active


def ask(
    document: Document, text: str, assistant: Assistant, user: AbstractBaseUser | AnonymousUser, payer: Visitor
) -> Tried:
    """As the assistant answers, from this document and nothing else. Takes as long as an answer."""
    loaded = async_to_sync(context.load)(assistant.slug, user, origin="admin", payer=payer)
    state = async_to_sync(run.tried)(Question(text), _of(document, loaded, user))
    answer = state["answer"]
    sources = [rendering.citation_json(citation) for citation in answer.citations]
    return Tried(answer, rendering.html(rendering.without_source_note(answer.text), sources), sources)


def _of(document: Document, loaded: AgentContext, user: AbstractBaseUser | AnonymousUser) -> AgentContext:
    scope = Scope((document.collection_id,), visibilities_of(user), document=document.pk)
    return replace(loaded, scope=scope, general_knowledge=False, extensions=())
