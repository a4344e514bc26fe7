"""Telling every open page, on whichever web process, that an answer has news. The news itself is in the journal.

The pages that show a conversation are told, too, that a question was asked in it, and that it was renamed or deleted.
"""

import logging
from uuid import UUID

from channels.layers import get_channel_layer

from koalarag import broker

NEWS = "chat.news"
ASKED = "chat.asked"
CHANGED = "chat.changed"

logger = logging.getLogger(__name__)


def group(message_id: UUID) -> str:
    return f"answer.{message_id}"


async def join(message_id: UUID, channel: str) -> None:
    await get_channel_layer().group_add(group(message_id), channel)


async def leave(message_id: UUID, channel: str) -> None:
    await get_channel_layer().group_discard(group(message_id), channel)


async def announce(message_id: UUID) -> None:
    """That there is news may get lost: whoever waits for it looks now and then."""
    await _tell(group(message_id), {"type": NEWS, "message": str(message_id)})


def conversation_group(conversation_id: UUID) -> str:
    return f"conversation.{conversation_id}"


async def watch(conversation_id: UUID, channel: str) -> None:
    await get_channel_layer().group_add(conversation_group(conversation_id), channel)


async def unwatch(conversation_id: UUID, channel: str) -> None:
    await get_channel_layer().group_discard(conversation_group(conversation_id), channel)


async def announce_question(conversation_id: UUID, answer_id: UUID, replaces: UUID | None) -> None:
    event = {"type": ASKED, "message": str(answer_id), "replaces": str(replaces) if replaces else None}
    await _tell(conversation_group(conversation_id), event)


async def announce_change(conversation_id: UUID) -> None:
    """It has another name, or is no more."""
    await _tell(conversation_group(conversation_id), {"type": CHANGED})


async def _tell(to: str, event: dict[str, str | None]) -> None:
    try:
        await get_channel_layer().group_send(to, event)
    except broker.unreachable() as error:
        logger.warning("News of an answer could not be told: %s", type(error).__name__)
