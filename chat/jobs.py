"""One question to answer, and how it is kept with its answer while that is being made: whoever takes the answer over
from a process that died needs all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from chat import withheld
from chat.agent.events import Question, Turn
from chat.agent.extensions import MAX_REMEMBERED, REMEMBERED
from chat.models import Citation, Message, Trace
from knowledge.models import Document
from koalarag import alive
from koalarag.visitors import Visitor


@dataclass(frozen=True)
class Job:
    message_id: UUID
    assistant: str
    user: AbstractBaseUser | None
    question: Question
    origin: str = Trace.Origin.CHAT
    payer: Visitor | None = None
    """whose budget it is"""
    collections: tuple[str, ...] = ()
    """to be read in place of the assistant's own"""


def options_of(origin: str, payer: Visitor | None, interface_language: str) -> dict[str, Any]:
    """Of an answer that this process makes, while it does: what the rows do not say otherwise."""
    payer_fields = asdict(payer) if payer else None
    job = {"origin": origin, "payer": payer_fields, "interface_language": interface_language}
    return {"job": job, "process": alive.sign.hold(), "runs": 1}


def job_of(answer: Message) -> Job:
    """Of an answer that is being made; KeyError where nothing was kept with it."""
    known = answer.options["job"]
    conversation = answer.conversation
    before = conversation.messages.filter(created_at__lt=answer.created_at)
    question = before.filter(role=Message.Role.USER).latest("created_at")
    put = Question(
        question.text,
        interface_language=known["interface_language"],
        history=_history(question, conversation.assistant.history_length),
        **question.options,
    )
    payer = Visitor(**known["payer"]) if known["payer"] else None
    return Job(answer.pk, conversation.assistant.slug, conversation.user, put, known["origin"], payer)


def _history(question: Message, length: int) -> tuple[Turn, ...]:
    earlier = question.conversation.messages.filter(created_at__lt=question.created_at)
    newest_first = earlier.exclude(text="").order_by("-created_at")
    recent = list(newest_first[:length])
    remembered = newest_first.filter(options__details__has_key=REMEMBERED)[:MAX_REMEMBERED]
    known = {message.pk: message for message in (*recent, *remembered)}
    return tuple(map(_turn, sorted(known.values(), key=lambda message: message.created_at)))


def _turn(message: Message) -> Turn:
    """As its reader may read it today: a model repeats what it is told."""
    if message.role == Message.Role.USER:
        return Turn("user", message.text, message.status)
    readable = withheld.shown(message)
    is_whole = len(readable.citations) == message.citations.count()
    details = message.options.get("details", {}) if is_whole else {}
    return Turn("assistant", readable.text, message.status, details, _course_of(readable.citations))


def _course_of(citations: Sequence[Citation]) -> str:
    """The one course whose documents are cited, before any other document; empty where there is none, or several."""
    cited = [citation.document_id for citation in citations if citation.document_id]
    courses = dict(Document.objects.filter(pk__in=cited).values_list("pk", "course"))
    return courses[cited[0]] if len({*courses.values()} - {""}) == 1 else ""
