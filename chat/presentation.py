"""Messages as the page receives them, live or from the past: one shape for both."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from chat import changes, rendering, standing, withheld
from chat.agent import extensions
from chat.exporting.blocks import plain
from chat.models import Feedback, Message

Json = dict[str, Any]


def final_event(message: Message) -> Json:
    """The event that ends an answer, from its row."""
    if message.state == Message.State.STOPPED:
        return {"kind": "stopped", "html": rendering.html(message.text)}
    if message.state == Message.State.FAILED:
        text = message.options.get("text") or _("The answer could not be finished. Please ask again.")
        return {"kind": "failed", "text": text, "reference": message.options.get("reference", str(message.pk))}
    readable = withheld.shown(message)
    documents = [one.document for one in readable.citations if one.document]
    held = standing.of(documents)
    sources = [
        rendering.citation_json(one) | held.get(one.document_id or 0, standing.UNKNOWN) for one in readable.citations
    ]
    text = rendering.without_source_note(readable.text)
    details = message.options.get("details", {})
    own = extensions.html(details.get("intent", ""), message)
    shown = own or rendering.html(text, sources)
    if compared := details.get("compared"):
        shown += changes.link_to_all(compared, message, message.conversation.user)
    return {
        "kind": "answer",
        "html": shown,
        "shows_sources": bool(own),
        "form": details.get("form"),
        "text": readable.text,
        "plain": plain(text),
        "status": message.status,
        "language": message.language,
        "citations": sources,
        "outdated": standing.outdated(documents),
        "older_editions": standing.older_editions(documents),
        "choices": message.options.get("choices", []),
        "need": message.options.get("need", ""),
        "elsewhere": _elsewhere(message.options.get("elsewhere")),
    }


def _elsewhere(assistant: Json | None) -> Json | None:
    """Another assistant that may know, with its address."""
    return assistant and assistant | {"url": reverse("assistant", args=[assistant["slug"]])}


def message_json(message: Message) -> Json:
    shown: Json = {"id": str(message.pk), "role": message.role}
    if message.role == Message.Role.USER:
        return shown | {"text": message.text, "options": message.options}
    shown |= {"state": message.state, "feedback": feedback_json(message)}
    return shown if message.state == Message.State.RUNNING else shown | {"event": final_event(message)}


def feedback_json(message: Message) -> Json | None:
    feedback = Feedback.objects.filter(message=message).first()
    return {"verdict": feedback.verdict, "comment": feedback.comment} if feedback else None
