"""Telling every open page, on whichever web process, that an answer has news. The news itself is in the journal."""

import logging
from uuid import UUID

from channels.layers import get_channel_layer
from redis import RedisError

NEWS = "chat.news"

logger = logging.getLogger(__name__)


def group(message_id: UUID) -> str:
    return f"answer.{message_id}"


async def join(message_id: UUID, channel: str) -> None:
    await get_channel_layer().group_add(group(message_id), channel)


async def leave(message_id: UUID, channel: str) -> None:
    await get_channel_layer().group_discard(group(message_id), channel)


async def announce(message_id: UUID) -> None:
    """That there is news may get lost: whoever waits for it looks now and then."""
    try:
        await get_channel_layer().group_send(group(message_id), {"type": NEWS, "message": str(message_id)})
    except (RedisError, OSError) as error:
        logger.warning("News of an answer could not be told: %s", type(error).__name__)
