"""The socket of the chat: checks what comes in, forwards what an answer's journal says."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import BadRequest
from django.utils.translation import gettext as _
from django.utils.translation import override

from chat import answering, asking, broadcast, journal, owners
from knowledge.models import Language


class ChatConsumer(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.owner = await database_sync_to_async(owners.of)(self.scope["user"], self.scope["session"])
        asked = parse_qs(self.scope["query_string"].decode(errors="replace")).get("language", [""])[0]
        self.language = asked if asked in Language.values else None
        self.sent: dict[UUID, int] = {}
        self.watched: UUID | None = None
        """the conversation that the page shows"""
        await self.accept()

    async def disconnect(self, code: int) -> None:
        for message_id in self.sent:
            await broadcast.leave(message_id, self.channel_name)
        if self.watched:
            await broadcast.unwatch(self.watched, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_more: Any) -> None:
        with override(self.language):
            content = _read(text_data)
            try:
                await self.handle(content)
            except BadRequest as error:
                await self.reply(type="error", text=str(error), message=content.get("message"))

    async def handle(self, content: dict[str, Any]) -> None:
        action = ACTIONS.get(str(content.get("type")))
        if action is None:
            raise BadRequest(_("The message could not be read. Reload the page."))
        await action(self, content)

    async def ask(self, content: dict[str, Any]) -> None:
        begun = await database_sync_to_async(asking.begin)(self.owner, content)
        ids = {"conversation": begun.conversation_id, "question": begun.question_id, "message": begun.message_id}
        await self.reply(type="started", **{name: str(value) for name, value in ids.items()})
        await self.show(begun.conversation_id)
        if begun.job:
            await broadcast.announce_question(begun.conversation_id, begun.message_id, begun.replaces)
            answering.start(begun.job)
        await self.follow(begun.message_id, 0)

    async def watch(self, content: dict[str, Any]) -> None:
        """The page shows this conversation: it is told of what is asked in it elsewhere."""
        conversation_id = content.get("conversation")
        await self.show(await database_sync_to_async(asking.own_conversation)(self.owner, conversation_id))

    async def show(self, conversation_id: UUID) -> None:
        if self.watched == conversation_id:
            return
        if self.watched:
            await broadcast.unwatch(self.watched, self.channel_name)
        self.watched = conversation_id
        await broadcast.watch(conversation_id, self.channel_name)

    async def resume(self, content: dict[str, Any]) -> None:
        if type(content.get("after")) is not int:
            raise BadRequest(_("The message could not be read. Reload the page."))
        await self.follow(await self.own(content), content["after"])

    async def stop(self, content: dict[str, Any]) -> None:
        await answering.stop(await self.own(content))

    async def own(self, content: dict[str, Any]) -> UUID:
        return await database_sync_to_async(asking.own_answer)(self.owner, content.get("message"))

    async def follow(self, message_id: UUID, after: int) -> None:
        """Joins first and reads then, so that nothing falls in between."""
        if message_id not in self.sent:
            await broadcast.join(message_id, self.channel_name)
        self.sent[message_id] = after
        await self.forward(message_id)

    async def chat_news(self, event: dict[str, Any]) -> None:
        if UUID(event["message"]) in self.sent:
            with override(self.language):
                await self.forward(UUID(event["message"]))

    async def chat_asked(self, event: dict[str, Any]) -> None:
        """In another tab, or on another machine: here it is shown too."""
        message_id = UUID(event["message"])
        if message_id in self.sent or self.watched is None:
            return
        with override(self.language):
            question = await database_sync_to_async(asking.question_of)(message_id)
            if question:
                await self.reply(type="asked", message=str(message_id), replaces=event["replaces"], **question)
                await self.follow(message_id, 0)

    async def forward(self, message_id: UUID) -> None:
        """Channels handles one message of a socket at a time, so no event is read twice."""
        for sequence, payload in await database_sync_to_async(journal.after)(message_id, self.sent[message_id]):
            await self.reply(type="event", message=str(message_id), sequence=sequence, event=payload)
            self.sent[message_id] = sequence
            if payload["kind"] in journal.FINAL:
                await broadcast.leave(message_id, self.channel_name)
                del self.sent[message_id]
                return

    async def reply(self, **content: Any) -> None:
        await self.send(text_data=json.dumps(content))


ACTIONS: Mapping[str, Callable[[ChatConsumer, dict[str, Any]], Awaitable[None]]] = {
    "ask": ChatConsumer.ask,
    "resume": ChatConsumer.resume,
    "stop": ChatConsumer.stop,
    "watch": ChatConsumer.watch,
}
"""what a page may say, by its `type`"""


def _read(text: str | None) -> dict[str, Any]:
    """The message, or nothing at all where it is none: `handle` says so."""
    try:
        content = json.loads(text or "")
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}
