"""What a file of an answer or a conversation holds, whatever its format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime

from chat import rendering, rows, standing, withheld
from chat.models import Citation, Conversation, Message

# What XML, and so a Word document, cannot hold.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
Absolute = Callable[[str], str]
"""path -> address"""


@dataclass(frozen=True)
class Source:
    number: int
    title: str
    where: str
    """section, page, date, whether it still holds and how it was read"""
    quote: str
    url: str
    """of the quote in its document; empty where the document is gone"""

    @property
    def line(self) -> str:
        return " · ".join(filter(None, (self.title, self.where)))


@dataclass(frozen=True)
class Exchange:
    question: str
    answer: str
    """Markdown; [n] refers to sources"""
    sources: tuple[Source, ...]
    warnings: tuple[str, ...] = ()
    """where sources no longer hold"""


@dataclass(frozen=True)
class Content:
    title: str
    subtitle: str
    """which assistant, and when"""
    exchanges: tuple[Exchange, ...]


def of_answer(message: Message, absolute: Absolute) -> Content:
    conversation = message.conversation
    earlier = conversation.messages.filter(role=Message.Role.USER, created_at__lt=message.created_at)
    question = earlier.order_by("created_at").last()
    asked = question.text if question else ""
    return _content(asked, conversation, [_exchange(asked, message, absolute)])


def of_conversation(conversation: Conversation, absolute: Absolute) -> Content:
    exchanges, asked = [], ""
    for message in conversation.messages.prefetch_related("citations__document"):
        if message.role == Message.Role.USER:
            asked = message.text
        elif message.text:
            exchanges.append(_exchange(asked, message, absolute))
    return _content(conversation.title, conversation, exchanges)


def _content(title: str, conversation: Conversation, exchanges: Iterable[Exchange]) -> Content:
    day = date_format(localtime(conversation.created_at), "DATE_FORMAT")
    return Content(_clean(title), f"{conversation.assistant.text_in().name} · {day}", tuple(exchanges))


def _exchange(question: str, answer: Message, absolute: Absolute) -> Exchange:
    readable = withheld.shown(answer)
    sources = tuple(_source(citation, absolute) for citation in readable.citations)
    warned = standing.warnings([citation.document for citation in readable.citations if citation.document])
    text = rendering.without_source_note(readable.text)
    return Exchange(_clean(question), _clean(text), sources, tuple(map(_clean, warned)))


def _source(citation: Citation, absolute: Absolute) -> Source:
    held = standing.of([citation.document]) if citation.document else {}
    label = standing.labels().get(held.get(citation.document_id or 0, standing.UNKNOWN)["standing"], "")
    said = (citation.section, citation.said_place, citation.dated, label, citation.get_recognition_display())
    shown = rendering.citation_json(citation)["url"]
    url = citation.url or (absolute(shown) if shown else "")
    where = _clean(" · ".join(filter(None, said)))
    return Source(citation.number, _clean(citation.title), where, _clean(rows.readable(citation.quote)), url)


def _clean(text: str) -> str:
    return _CONTROL.sub("", text)
