"""A conversation on a terminal. It is one like those of the page: the same rows, the same checks, the same events."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from uuid import UUID

from channels.db import database_sync_to_async
from django.core.exceptions import BadRequest
from django.utils.translation import gettext as _

from chat import answering, asking, following, presentation
from chat.models import Conversation, Message, Trace
from chat.owners import Owner
from chat.terminal.printing import Printer

OWNER = Owner(visitor="command line")
"""of all that is asked on a terminal: no browser's session is called so"""


@dataclass
class Session:
    assistant: str
    printer: Printer
    language: str = ""
    collections: tuple[str, ...] = ()
    conversation: UUID | None = None
    choices: list[str] = field(default_factory=list)
    """of the question that the last answer asked back"""
    answering: UUID | None = None

    async def ask(self, words: str) -> bool:
        """Prints the answer as it comes; whether there is one."""
        content = {"assistant": self.assistant, "language": self.language, "text": self._chosen(words)}
        if self.conversation:
            content["conversation"] = str(self.conversation)
        try:
            begun = await database_sync_to_async(asking.begin)(OWNER, content, Trace.Origin.COMMAND)
        except BadRequest as error:
            self.printer.note(str(error))
            return False
        assert begun.job  # of a new question
        self.conversation, self.answering, self.choices = begun.conversation_id, begun.message_id, []
        answering.start(replace(begun.job, collections=self.collections))
        return await self._follow(begun.message_id)

    async def stop(self) -> None:
        """The answer under way, of which stays what was written."""
        if self.answering:
            await answering.stop(self.answering)
            await self._over(self.answering)
            self.printer.finish({"kind": "stopped"})

    def resume(self, wanted: str) -> None:
        """Goes on with a conversation (the last one, where none is named) and prints it; LookupError lists those that
        there are."""
        known = OWNER.conversations().select_related("assistant")
        found = known.first() if not wanted else next((one for one in known if str(one.pk).startswith(wanted)), None)
        if found is None:
            raise LookupError("\n".join([_("There is no such conversation. There are:"), *map(_listed, known[:10])]))
        self.conversation, self.assistant = found.pk, found.assistant.slug
        for message in found.messages.exclude(text=""):
            self._print(message)

    def _chosen(self, words: str) -> str:
        """A number stands for the choice it was offered as."""
        number = int(words) if words.isascii() and words.isdecimal() and len(words) < 4 else 0
        return self.choices[number - 1] if 0 < number <= len(self.choices) else words

    async def _follow(self, answer_id: UUID) -> bool:
        async for _sequence, event in following.events(answer_id):
            if event["kind"] not in ("answer", "stopped", "failed"):
                self.printer.follow(event)
                continue
            self.answering = None
            self.printer.finish(event)
            if event["kind"] == "answer":
                self.choices = event["choices"]
                trace = await Trace.objects.filter(message_id=answer_id).afirst()
                self.printer.took(trace, len(event["plain"].split()))
            await self._over(answer_id)
            return event["kind"] == "answer"
        return False

    async def _over(self, answer_id: UUID) -> None:
        """Until the task that makes it has written what it writes."""
        if task := answering.running.get(answer_id):
            await asyncio.wait([task])
        self.answering = None

    def _print(self, message: Message) -> None:
        if message.role == Message.Role.USER:
            self.printer.question(message.text)
            return
        event = presentation.final_event(message)
        self.printer.finish(event)
        self.choices = event.get("choices", [])


def _listed(conversation: Conversation) -> str:
    return f"  {str(conversation.pk)[:8]}  {conversation.updated_at:%Y-%m-%d %H:%M}  {conversation.title[:70]}"
