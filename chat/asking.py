"""A question comes in: the rows it becomes, and the rules it must keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import BadRequest
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from chat import budgets, jobs, journal
from chat.forms import AskForm
from chat.jobs import Job
from chat.models import Conversation, Message, MessageEvent, Trace
from chat.owners import Owner
from koalarag import places
from koalarag.visitors import Visitor

MAX_RUNNING_PER_OWNER = 3
OPTIONS = ("course", "academic_year", "language", "form")


class Busy(BadRequest):
    """Not now: earlier questions are still being answered."""


@dataclass(frozen=True)
class Begun:
    conversation_id: UUID
    question_id: UUID
    message_id: UUID
    job: Job | None
    """None where it had been begun before: a page asks again where the connection fell before it heard so"""
    replaces: UUID | None = None
    """the answer whose question, with all that followed, gave way to this one"""


def begin(
    owner: Owner, content: dict[str, Any], origin: str = Trace.Origin.CHAT, payer: Visitor | None = None
) -> Begun:
    """Saves the question and the answer to be; BadRequest, with what to do, where it cannot be asked, and TooOften
    where the payer has asked too much."""
    if not owner.is_known:
        raise BadRequest(_("This page is out of date. Reload it."))
    form = AskForm(content)
    if not form.is_valid():
        raise BadRequest(form.first_error)
    asked = form.cleaned_data
    with transaction.atomic():
        places.lock(running_key(owner))
        if asked["message"] and Message.objects.filter(pk=asked["message"]).exists():
            return _begun_before(owner, asked["message"])
        conversation = _conversation(owner, asked)
        _check_free(owner, conversation)
        if asked["replaces"]:
            _take_back(owner, conversation, asked["replaces"], asked["text"])
        begun = _save(owner, conversation, asked, origin, payer)
        if payer:
            # Last: others at the same address wait for this counter until the transaction ends. TooOften undoes it all.
            budgets.spend_question(payer)
        return begun


def take_place(owner: Owner) -> UUID:
    """For a question of which no message is kept, to be given back by places.give_back; Busy where there is none."""
    with transaction.atomic():
        places.lock(running_key(owner))
        _check_number(owner)
        return places.take(running_key(owner))


def own_answer(owner: Owner, message_id: Any) -> UUID:
    """The id of an answer of this owner; BadRequest where it is none."""
    try:
        wanted = UUID(str(message_id))
    except ValueError:
        wanted = None
    if wanted is None or not owner.messages().filter(pk=wanted, role=Message.Role.ASSISTANT).exists():
        raise BadRequest(_("This answer does not exist any more. Reload the page."))
    return wanted


def own_conversation(owner: Owner, conversation_id: Any) -> UUID:
    """The id of a conversation of this owner; BadRequest where it is none."""
    try:
        wanted = UUID(str(conversation_id))
    except ValueError:
        wanted = None
    if wanted is None or not owner.conversations().filter(pk=wanted).exists():
        raise BadRequest(_("This conversation does not exist any more. Start a new one."))
    return wanted


def title_of(conversation_id: UUID) -> str | None:
    """None where it was deleted."""
    return Conversation.objects.filter(pk=conversation_id).values_list("title", flat=True).first()


def question_of(answer_id: UUID) -> dict[str, Any] | None:
    """What an answer answers, as the page shows it; None where it was deleted."""
    answer = Message.objects.filter(pk=answer_id).first()
    if answer is None:
        return None
    earlier = answer.conversation.messages.filter(role=Message.Role.USER, created_at__lt=answer.created_at)
    question = earlier.latest("created_at")
    return {"text": question.text, "options": question.options}


def _begun_before(owner: Owner, message_id: UUID) -> Begun:
    answer = Message.objects.get(pk=own_answer(owner, message_id))
    earlier = answer.conversation.messages.filter(role=Message.Role.USER, created_at__lt=answer.created_at)
    return Begun(answer.conversation_id, earlier.latest("created_at").pk, answer.pk, None)


def running_key(owner: Owner) -> str:
    return f"ask {owner.user_id}/{owner.visitor}"


def _conversation(owner: Owner, asked: dict[str, Any]) -> Conversation:
    if asked["conversation"] is None:
        return Conversation.objects.create(assistant=asked["assistant"], title=asked["text"][:200], **owner.fields)
    conversation = owner.conversations().filter(pk=asked["conversation"]).first()
    if conversation is None:
        raise BadRequest(_("This conversation does not exist any more. Start a new one."))
    return conversation


def _check_free(owner: Owner, conversation: Conversation) -> None:
    running = owner.messages().filter(state=Message.State.RUNNING)
    journal.give_up_stale(running)
    if running.filter(conversation=conversation).exists():
        raise Busy(_("The last question is still being answered. Wait for it, or stop it."))
    _check_number(owner)


def _check_number(owner: Owner) -> None:
    """Of the page and of programs together."""
    running = owner.messages().filter(state=Message.State.RUNNING).count()
    if running + places.held(running_key(owner)) >= MAX_RUNNING_PER_OWNER:
        raise Busy(_("Several of your questions are being answered. Wait for one of them, or stop it."))


def _take_back(owner: Owner, conversation: Conversation, answer_id: UUID, words: str) -> None:
    """The question of this answer and whatever followed: it is asked anew, in other words."""
    answer = conversation.messages.filter(pk=own_answer(owner, answer_id)).first()
    if answer is None:
        raise BadRequest(_("This answer does not exist any more. Reload the page."))
    earlier = conversation.messages.filter(role=Message.Role.USER, created_at__lt=answer.created_at)
    question = earlier.latest("created_at")
    conversation.messages.filter(created_at__gte=question.created_at).delete()
    if conversation.title == question.text[:200]:
        conversation.title = words[:200]


def _save(owner: Owner, conversation: Conversation, asked: dict[str, Any], origin: str, payer: Visitor | None) -> Begun:
    MessageEvent.objects.filter(message__conversation=conversation).delete()
    options = {name: asked[name] for name in OPTIONS if asked[name]}
    question = Message.objects.create(
        conversation=conversation, role=Message.Role.USER, text=asked["text"], options=options
    )
    answer = Message.objects.create(
        id=asked["message"] or uuid4(),
        conversation=conversation,
        role=Message.Role.ASSISTANT,
        state=Message.State.RUNNING,
        options=jobs.options_of(origin, payer, get_language() or ""),
    )
    conversation.save(update_fields=["title", "updated_at"])
    return Begun(conversation.pk, question.pk, answer.pk, jobs.job_of(answer), asked["replaces"])
