"""What happened to an answer, in order. The message's row is the lock; any process may end it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from chat import presentation
from chat.agent.events import Answer, Citation
from chat.models import Citation as StoredCitation
from chat.models import Conversation, Message, MessageEvent
from chat.tracing import failures
from knowledge.highlighting.scan import how_quote_was_read
from knowledge.models import Document
from knowledge.places import place_of_quote
from koalarag import alive

# Whoever answers writes at least this often; who has not written for longer than the other has died.
HEARTBEAT_SECONDS = 4
STALE_SECONDS = 20
FROZEN_SECONDS = 120
"""for one whose process lives: on a busy machine it may be slow"""
# How often whoever waits looks for himself: that there is news gets lost with the connection that brings it.
LOOK_SECONDS = 2
FINAL = {"answer", "stopped", "failed"}

Payload = dict[str, Any]


class Ended(Exception):
    """The message is not being answered any more, or not by this process: finished, stopped, given up, deleted, taken
    over."""


def append(message_id: UUID, payloads: Sequence[Payload]) -> None:
    with transaction.atomic():
        write(_own(message_id), payloads)


def stop(message_id: UUID) -> None:
    with transaction.atomic():
        _end(running(message_id), Message.State.STOPPED, {"kind": "stopped"})


def save_draft(message_id: UUID, text: str) -> None:
    """Keeps what had been written of an answer that was stopped."""
    Message.objects.filter(pk=message_id, state=Message.State.STOPPED, text="").update(text=text)


def fail(message_id: UUID, text: str, error: str) -> None:
    """`text` is what the reader is shown, `error` what its trace says."""
    with transaction.atomic():
        _fail(_own(message_id), text, error)


def give_up(message: Message) -> None:
    """An answer that is being made, whose row is locked, by nobody any more."""
    text = _("The server stopped while it was answering. Please ask again.")
    _fail(message, text, "The process that made the answer has died.")


def finish(message_id: UUID, answer: Answer) -> None:
    """Saves the answer, its citations and its last event together."""
    with transaction.atomic():
        message = _own(message_id)
        message.state = Message.State.DONE
        message.text, message.status, message.intent = answer.text, answer.status, answer.intent
        message.language, message.confidence = answer.language, answer.confidence
        message.options = {"choices": list(answer.choices)}
        if answer.details:
            message.options["details"] = dict(answer.details)
        if answer.need:
            message.options["need"] = answer.need
        if answer.elsewhere:
            message.options["elsewhere"] = asdict(answer.elsewhere)
        message.save()
        StoredCitation.objects.bulk_create(_stored(message, answer.citations))
        write(message, [{"kind": "answer"}])
        Conversation.objects.filter(pk=message.conversation_id).update(updated_at=timezone.now())
        if answer.need:
            _name_discreetly(message)


def _name_discreetly(message: Message) -> None:
    """Somebody in need: a list that others may see says nothing of what they wrote, unless they named it themselves."""
    first = message.conversation.messages.filter(role=Message.Role.USER).earliest("created_at")
    with override(message.language or None):
        title = _("Who to turn to")
    Conversation.objects.filter(pk=message.conversation_id, title=first.text[:200]).update(title=title)


def after(message_id: UUID, sequence: int) -> list[tuple[int, Payload]]:
    """The events that follow `sequence`. An answer nobody works on any more is given up here."""
    events = _events(message_id, sequence)
    if events:
        return events
    message = Message.objects.get(pk=message_id)
    if message.state == Message.State.RUNNING:
        return _events(message_id, sequence) if _give_up_if_stale(message) else []
    if message.events.exists():
        return []
    return [(sequence + 1, presentation.final_event(message))]


def give_up_stale(messages: Iterable[Message]) -> None:
    for message in messages:
        _give_up_if_stale(message)


def _events(message_id: UUID, sequence: int) -> list[tuple[int, Payload]]:
    rows = MessageEvent.objects.filter(message_id=message_id, sequence__gt=sequence).order_by("sequence")
    return [(number, _as_of_now(message_id, payload)) for number, payload in rows.values_list("sequence", "payload")]


def _as_of_now(message_id: UUID, payload: Payload) -> Payload:
    """What an answer cites may have been withdrawn since it was written."""
    if payload["kind"] != "answer":
        return payload
    return presentation.final_event(Message.objects.select_related("conversation__user").get(pk=message_id))


def _give_up_if_stale(message: Message) -> bool:
    last = message.events.aggregate(last=Max("created_at"))["last"] or message.created_at
    silent = (timezone.now() - last).total_seconds()
    process = message.options.get("process")
    if silent < STALE_SECONDS or (silent < FROZEN_SECONDS and process and alive.lives(process)):
        return False
    try:
        with transaction.atomic():
            give_up(running(message.pk))
    except Ended:
        return False
    return True


def running(message_id: UUID) -> Message:
    """Locked until the transaction ends; Ended where it is not being answered."""
    message = Message.objects.select_for_update().filter(pk=message_id).first()
    if message is None or message.state != Message.State.RUNNING:
        raise Ended
    return message


def _own(message_id: UUID) -> Message:
    """As `running`, for whoever answers; Ended where another process has taken the answer over."""
    message = running(message_id)
    if message.options.get("process", alive.sign.number) != alive.sign.number:
        raise Ended
    return message


def _fail(message: Message, text: str, error: str) -> None:
    reference = str(failures.record(message, error))
    _end(message, Message.State.FAILED, {"kind": "failed", "text": text, "reference": reference})


def _end(message: Message, state: Message.State, payload: Payload) -> None:
    message.state = state
    message.options = {key: value for key, value in payload.items() if key != "kind"}
    message.save(update_fields=["state", "options"])
    write(message, [payload])


def write(message: Message, payloads: Sequence[Payload]) -> None:
    """The next events of a message whose row is locked."""
    last = message.events.aggregate(last=Max("sequence"))["last"] or 0
    MessageEvent.objects.bulk_create(
        MessageEvent(message=message, sequence=number, payload=payload)
        for number, payload in enumerate(payloads, last + 1)
    )


def _stored(message: Message, citations: Sequence[Citation]) -> list[StoredCitation]:
    wanted = {citation.document_id for citation in citations}
    existing = set(Document.objects.filter(pk__in=wanted).values_list("pk", flat=True))
    return [
        StoredCitation(
            message=message,
            number=citation.number,
            document_id=citation.document_id if citation.document_id in existing else None,
            document_name=citation.document[:300],
            title=citation.title[:500],
            section=citation.section[:1000],
            page=citation.page,
            place_kind=place.kind if place else "",
            place=place.number if place else None,
            quote=citation.quote,
            dated=citation.dated[:40],
            url=citation.url[:1000],
            recognition=how_quote_was_read(citation.document_id, citation.page, citation.quote) or "",
        )
        for citation in citations
        for place in [place_of_quote(citation.chunk_id, citation.quote)]
    ]
