"""An answer's events as they come, for one who asked without a socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from uuid import UUID

from channels.layers import get_channel_layer

from chat import answering, broadcast, journal
from chat.models import Message
from koalarag.outage import outlast


async def events(message_id: UUID, after: int = 0) -> AsyncIterator[tuple[int, journal.Payload]]:
    """(sequence, payload) of those that follow `after`, the last one final; none where the answer was deleted."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    # Joins first and reads then, so that nothing falls in between.
    await broadcast.join(message_id, channel)
    try:
        while True:
            try:
                news = await outlast(journal.after, message_id, after)
            except Message.DoesNotExist:
                return
            for sequence, payload in news:
                yield sequence, payload
                after = sequence
                if payload["kind"] in journal.FINAL:
                    return
            with suppress(TimeoutError):
                # Python 3.11's wait_for loses a cancellation, such as Ctrl-C, that comes together with the message.
                async with asyncio.timeout(min(journal.LOOK_SECONDS, journal.STALE_SECONDS / 2)):
                    await layer.receive(channel)
                continue
            await answering.take_over(message_id)
    finally:
        await broadcast.leave(message_id, channel)


async def finished(message_id: UUID) -> None:
    """Once the answer is done, stopped, failed or deleted."""
    async for _event in events(message_id):
        pass
