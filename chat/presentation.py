"""Messages as the page receives them, live or from the past: one shape for both."""

from __future__ import annotations

import re
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from chat import rendering, withheld
from chat.models import Citation, Feedback, Message

Json = dict[str, Any]
# Marks of Markdown in a line, and those that make a heading, a list or a rule at its beginning.
_MARKUP = re.compile(r"[\\`*_\[\]|~&]")
_BLOCK = re.compile(r"^(?P<before>\d{0,9})(?P<mark>[#>+\-=.)])")


def final_event(message: Message) -> Json:
    """The event that ends an answer, from its row."""
    if message.state == Message.State.STOPPED:
        return {"kind": "stopped", "html": rendering.html(message.text)}
    if message.state == Message.State.FAILED:
        text = message.options.get("text") or _("The answer could not be finished. Please ask again.")
        return {"kind": "failed", "text": text, "reference": message.options.get("reference", str(message.pk))}
    readable = withheld.shown(message)
    sources = [rendering.citation_json(citation) for citation in readable.citations]
    return {
        "kind": "answer",
        "html": rendering.html(readable.text, sources),
        "text": readable.text,
        "status": message.status,
        "language": message.language,
        "citations": sources,
        "choices": message.options.get("choices", []),
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


def markdown(message: Message, question: str) -> str:
    """An answer with its sources, to keep or to send on: what documents say stays text wherever it is read."""
    readable = withheld.shown(message)
    parts = [f"# {_escaped(question)}", readable.text.replace("<", "&lt;")]
    if readable.citations:
        parts.append("## " + _("Sources"))
        parts.extend(_source(citation) for citation in readable.citations)
    return "\n\n".join(parts) + "\n"


def _source(citation: Citation) -> str:
    where = [citation.title, citation.section, citation.said_place]
    said = [*where, citation.dated, citation.get_recognition_display()]
    line = f"[{citation.number}] " + " · ".join(_escaped(part) for part in said if part)
    quote = "\n".join(f"> {_escaped(row)}" for row in citation.quote.splitlines())
    return "\n\n".join(part for part in (line, quote, _escaped(citation.url)) if part)


def _escaped(text: str) -> str:
    """One line of Markdown that shows the text as it is."""
    line = _MARKUP.sub(r"\\\g<0>", " ".join(text.split())).replace("<", "&lt;")
    return _BLOCK.sub(r"\g<before>\\\g<mark>", line)
