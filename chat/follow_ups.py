"""Questions to go on with after an answer: only such as the documents answer, which is tried first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from asgiref.sync import async_to_sync
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from chat.agent import context, run
from chat.agent.context import AgentContext
from chat.agent.events import Question
from chat.agent.phrases import FOLLOW_UP, say
from chat.models import Message
from knowledge.models import Document, Section

MAX_OFFERED, MAX_TRIED = 2, 3
MAX_TITLE_WORDS = 8
_NUMBER = re.compile(r"^\W*\d+(?:\.\d+)*[.)ºª]?\s+")


def follow_ups(answer: Message, user: AbstractBaseUser | AnonymousUser) -> list[str]:
    """About the other sections of the document that answered, while its reader may open it; found once and kept with
    the answer."""
    first = answer.citations.select_related("document").exclude(document=None).first()
    # They name the document and its sections.
    if first is None or not Document.objects.reachable_by(user).filter(pk=first.document_id).exists():
        return []
    kept = answer.options.get("follow_ups")
    if kept is not None:
        return list(kept)
    found = _found(answer, first.document, user)
    Message.objects.filter(pk=answer.pk).update(options={**answer.options, "follow_ups": found})
    return found


def _found(answer: Message, document: Document, user: AbstractBaseUser | AnonymousUser) -> list[str]:
    if answer.status != "answered" or answer.intent != "search" or answer.options.get("need"):
        return []
    assistant = async_to_sync(context.load)(answer.conversation.assistant.slug, user)
    # Whether the documents answer is asked of the documents, not of a model that costs.
    quoting = replace(assistant, models={})
    offered: list[str] = []
    for number, (section, question) in enumerate(_candidates(answer, document)):
        if number == MAX_TRIED or len(offered) == MAX_OFFERED:
            break
        if _is_answered(question, answer.language, section, quoting):
            offered.append(question)
    return offered


def _candidates(answer: Message, document: Document) -> Iterator[tuple[Section, str]]:
    """Sections that were not cited, those that follow the cited ones first."""
    cited = list(answer.citations.filter(document=document).values_list("section", flat=True))
    sections = list(document.sections.exclude(Q(title="") | Q(title=document.title)).order_by("position"))
    last = max((place for place, section in enumerate(sections) if section.title in cited), default=-1)
    for section in (*sections[last + 1 :], *sections[: last + 1]):
        title = _NUMBER.sub("", section.title).strip(" .:")
        if section.title not in cited and 0 < len(title.split()) <= MAX_TITLE_WORDS:
            yield section, say(FOLLOW_UP, answer.language, section=title, document=str(document))


def _is_answered(question: str, language: str, section: Section, assistant: AgentContext) -> bool:
    tried = async_to_sync(run.untraced)(Question(question, language), assistant)
    cited = {(citation.document_id, citation.section) for citation in tried.citations}
    return tried.status == "answered" and (section.document_id, section.title) in cited
