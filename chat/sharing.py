"""A conversation for others to read, by a link that ends: as it stood then, and no more than they may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone

from chat import presentation
from chat.models import Conversation, Message, Share
from knowledge.catalogue.entries import EntryName
from knowledge.models import Document

DAYS = (1, 7, 30)
"""for which a link can be made"""


@dataclass(frozen=True)
class Exchange:
    question: str
    answer: presentation.Json | None
    """as the page receives it; None where it quotes what the reader may not see"""


def make(conversation: Conversation, days: int) -> Share:
    return Share.objects.create(conversation=conversation, expires_at=timezone.now() + timedelta(days=days))


def take_back(conversation: Conversation) -> None:
    conversation.shares.all().delete()


def valid(token: str) -> Share | None:
    known = Share.objects.filter(token=token, expires_at__gt=timezone.now())
    return known.select_related("conversation__assistant").first()


def exchanges(share: Share, reader: AbstractBaseUser | AnonymousUser) -> list[Exchange]:
    messages = share.conversation.messages.filter(created_at__lte=share.created_at)
    found, question = [], ""
    for message in messages.prefetch_related("citations__document"):
        if message.role == Message.Role.USER:
            question = message.text
        elif message.state == Message.State.DONE:
            answer = presentation.final_event(message) if _may_read(message, reader) else None
            found.append(Exchange(question, answer))
    return found


def _may_read(message: Message, reader: AbstractBaseUser | AnonymousUser) -> bool:
    """Of a document that is gone nobody knows any more who might see it."""
    cited = [one for one in message.citations.all() if not EntryName.parse(one.document_name)]
    if any(one.document_id is None for one in cited):
        return False
    wanted = {one.document_id for one in cited}
    return Document.objects.reachable_by(reader).filter(pk__in=wanted).count() == len(wanted)
