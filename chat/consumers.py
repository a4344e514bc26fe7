"""The socket of the chat: checks what comes in, forwards what an answer's journal says."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import override

from chat import answering, asking, broadcast, journal, owners, signing_out
from chat.models import Message
from chat.widget import visits
from knowledge.models import Language
from koalarag.throttling import TooOften
from koalarag.visitors import visitor

# The code that a socket is closed with whose owner is somebody else by now.
IS_ANOTHER = 4401

logger = logging.getLogger(__name__)


class ChatConsumer(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        self.sent: dict[UUID, int] = {}
        self.watched: UUID | None = None
        """the conversation that the page shows"""
        self.forwarding = asyncio.Lock()
        self.looking: asyncio.Task[None] | None = None
        self.owner = await database_sync_to_async(owners.of)(self.scope["user"], self.scope["session"])
        self.session_key: str = self.scope["session"].session_key or ""
        if self.session_key:
            await self.channel_layer.group_add(signing_out.group(self.session_key), self.channel_name)
        asked = parse_qs(self.scope["query_string"].decode(errors="replace")).get("language", [""])[0]
        self.language = asked if asked in Language.values else None
        # A browser goes on only where one of the protocols that it offered is taken.
        offered = self.scope.get("subprotocols") or []
        await self.accept(visits.PROTOCOL if visits.PROTOCOL in offered else None)

    async def disconnect(self, code: int) -> None:
        if self.looking:
            self.looking.cancel()
        if self.session_key:
            await self.channel_layer.group_discard(signing_out.group(self.session_key), self.channel_name)
        for message_id in list(self.sent):
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
            except TooOften as error:
                told = {"text": error.told, "retry_after": error.retry_after}
                await self.reply(type="error", message=content.get("message"), **told)

    async def handle(self, content: dict[str, Any]) -> None:
        action = ACTIONS.get(str(content.get("type")))
        if action is None:
            raise BadRequest(_("The message could not be read. Reload the page."))
        if await self.is_another():
            await self.close(IS_ANOTHER)
            return
        await action(self, content)

    async def is_another(self) -> bool:
        """Whether who opened this socket has signed out, or may not come in any more: his next socket is another's."""
        session = await database_sync_to_async(_stored)(self.session_key)
        self.user = await get_user({"session": session})
        return await database_sync_to_async(owners.of)(self.user, session) != self.owner

    async def signed_out(self, event: dict[str, Any]) -> None:
        await self.close(IS_ANOTHER)

    async def ask(self, content: dict[str, Any]) -> None:
        address = (self.scope.get("client") or [""])[0]
        payer = await database_sync_to_async(visitor)(self.user, self.owner.visitor, address)
        begun = await database_sync_to_async(asking.begin)(self.owner, content, payer=payer)
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
        await answering.take_over(message_id)
        await self.forward(message_id)
        if self.sent and (self.looking is None or self.looking.done()):
            self.looking = asyncio.create_task(self.look_now_and_then())

    async def chat_news(self, event: dict[str, Any]) -> None:
        with override(self.language):
            await self.forward(UUID(event["message"]))

    async def look_now_and_then(self) -> None:
        """News gets lost with the connection that brings it; and nobody announces that an answer was given up."""
        while self.sent:
            await asyncio.sleep(journal.LOOK_SECONDS)
            for message_id in list(self.sent):
                try:
                    with override(self.language):
                        await answering.take_over(message_id)
                        await self.forward(message_id)
                except DatabaseError as error:
                    logger.warning("An answer could not be looked at: %s", type(error).__name__)

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

    async def chat_changed(self, event: dict[str, Any]) -> None:
        """Renamed or deleted in another tab, or on another machine."""
        if self.watched is None:
            return
        title = await database_sync_to_async(asking.title_of)(self.watched)
        if title is not None:
            await self.reply(type="renamed", title=title)
            return
        await broadcast.unwatch(self.watched, self.channel_name)
        self.watched = None
        await self.reply(type="deleted")

    async def forward(self, message_id: UUID) -> None:
        """One at a time, so that no event is read twice."""
        async with self.forwarding:
            if message_id not in self.sent:
                return
            try:
                news = await database_sync_to_async(journal.after)(message_id, self.sent[message_id])
            except Message.DoesNotExist:
                await self.forget(message_id)
                return
            for sequence, payload in news:
                await self.reply(type="event", message=str(message_id), sequence=sequence, event=payload)
                self.sent[message_id] = sequence
                if payload["kind"] in journal.FINAL:
                    await self.forget(message_id)
                    return

    async def forget(self, message_id: UUID) -> None:
        del self.sent[message_id]
        await broadcast.leave(message_id, self.channel_name)

    async def reply(self, **content: Any) -> None:
        await self.send(text_data=json.dumps(content))


ACTIONS: Mapping[str, Callable[[ChatConsumer, dict[str, Any]], Awaitable[None]]] = {
    "ask": ChatConsumer.ask,
    "resume": ChatConsumer.resume,
    "stop": ChatConsumer.stop,
    "watch": ChatConsumer.watch,
}
"""what a page may say, by its `type`"""


def _stored(session_key: str) -> Any:
    """The session as it is now: empty where it was ended."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    session.items()
    return session


def _read(text: str | None) -> dict[str, Any]:
    """The message, or nothing at all where it is none: `handle` says so."""
    try:
        content = json.loads(text or "")
        # Halves of surrogate pairs, which JSON may hold, cannot be stored.
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
