"""Answers that fail where no recorder watches: before the agent starts, after it has ended, or with their process."""

from __future__ import annotations

from uuid import UUID

from chat.models import Assistant, Message, Trace
from chat.tracing.redaction import redactor


def record(message: Message, error: str) -> UUID:
    """The trace of a failed answer, made where there is none: what its reader is shown as the reference."""
    question, error = _question(message), error.replace("\0", "")
    made = redactor([question], [error], (), about_a_person=True)
    failed = {"status": Trace.Status.FAILED, "error": made.text(error)}
    found = Trace.objects.filter(message=message).first()
    if found is None:
        known = {
            "assistant_id": message.conversation.assistant_id,
            "session": str(message.conversation_id),
            "origin": message.options.get("job", {}).get("origin", Trace.Origin.CHAT),
            "question": made.text(question),
        }
        return Trace.objects.create(message=message, **known, **failed).pk
    if found.status != Trace.Status.FAILED:
        Trace.objects.filter(pk=found.pk).update(**failed)
    return found.pk


def record_unkept(question: str, assistant: str, origin: str, error: str) -> UUID:
    """The same of a question that no conversation keeps; `assistant` is a slug."""
    made = redactor([question], [error], (), about_a_person=True)
    known = {"assistant": Assistant.objects.filter(slug=assistant).first(), "origin": origin}
    failed = {"status": Trace.Status.FAILED, "error": made.text(error.replace("\0", ""))}
    return Trace.objects.create(question=made.text(question), **known, **failed).pk


def _question(message: Message) -> str:
    asked = message.conversation.messages.filter(role=Message.Role.USER, created_at__lt=message.created_at)
    return asked.order_by("-created_at").values_list("text", flat=True).first() or ""
