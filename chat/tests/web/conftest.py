"""The real PostgreSQL channel layer on the test database, an assistant, and agents that follow a script."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import pytest
import pytest_asyncio
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from chat import answering
from chat.agent.events import Answer, AnswerReady, Citation, Event, StepStarted, TextDelta, TextRestarted
from chat.consumers import ChatConsumer
from chat.jobs import Job
from chat.models import Assistant, AssistantText
from knowledge.models import Collection, Document
from koalarag.channel_layer import ChannelLayer

TEXT = "Students may borrow **eight** books. [1]"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def layer(django_db_setup: None) -> AsyncIterator[ChannelLayer]:
    made = ChannelLayer(settings.DATABASE_URL)
    channel_layers.set("default", made)
    yield made
    await made.close()


@pytest.fixture
def assistant(transactional_db: None) -> Assistant:
    made = Assistant.objects.create(slug="library", prompt_budget=40)
    made.collections.add(Collection.objects.create(slug="library", name="Library"))
    AssistantText.objects.create(assistant=made, language="en", name="Library", suggestions="How many books?\nWhen?")
    return made


@pytest.fixture
def document(assistant: Assistant) -> Document:
    return Document.objects.create(
        collection=assistant.collections.get(), external_id="rules.md", title="Library rules", file_name="rules.md"
    )


def citation(document: Document, **changed: Any) -> Citation:
    known = {"document": document.external_id, "title": document.title, "section": "Loans", "page": 3}
    return Citation(number=1, document_id=document.pk, quote="eight books", **{**known, **changed})


def answer(text: str = TEXT, citations: Sequence[Citation] = (), **changed: Any) -> Answer:
    known = {"status": "answered", "language": "en", "intent": "search"}
    return Answer(text=text, citations=tuple(citations), **{**known, **changed})


class ScriptedAgent:
    """Says its events one by one; with `gate` closed it waits before each that follows the first `free` ones."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.free = len(events)
        self.gate = asyncio.Event()
        self.jobs: list[Job] = []
        self.is_cancelled = False

    async def __call__(self, job: Job) -> AsyncIterator[Event]:
        self.jobs.append(job)
        try:
            for number, event in enumerate(self.events):
                if number >= self.free:
                    await self.gate.wait()
                yield event
                await asyncio.sleep(answering.COALESCE_SECONDS)
        except asyncio.CancelledError:
            self.is_cancelled = True
            raise


@pytest.fixture
def agent(monkeypatch: pytest.MonkeyPatch, document: Document) -> ScriptedAgent:
    deltas = [TextDelta(word) for word in ("Students may ", "borrow **eight** ", "books. [1]")]
    made = ScriptedAgent(
        [
            StepStarted("retrieve"),
            StepStarted("generate"),
            TextDelta("Perhaps "),
            TextRestarted(),
            *deltas,
            AnswerReady(answer(citations=[citation(document)])),
        ]
    )
    monkeypatch.setattr(answering, "agent_events", made)
    return made


@pytest.fixture(autouse=True)
def no_connection_survives() -> Iterator[None]:
    yield
    connection.close()


class Page(ApplicationCommunicator):
    """One open page: a visitor's socket, and what came over it. (channels.testing would need daphne.)"""

    def __init__(self, visitor: str = "visitor", user: Any = None) -> None:
        scope = {
            "type": "websocket",
            "path": "/ws/chat/",
            "query_string": b"language=en",
            "headers": [],
            "subprotocols": [],
            "client": ["192.0.2.1", 1234],
            "user": user or AnonymousUser(),
            "session": SessionStore(),
        }
        self.visitor, self.user, self.session = visitor, user, scope["session"]
        super().__init__(ChatConsumer.as_asgi(), scope)

    async def open(self) -> "Page":
        await database_sync_to_async(self._save_session)()
        await self.send_input({"type": "websocket.connect"})
        assert (await self.receive_output(5))["type"] == "websocket.accept"
        return self

    def _save_session(self) -> None:
        self.session["visitor"] = self.visitor
        if self.user:
            self.session[SESSION_KEY] = str(self.user.pk)
            self.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
            self.session[HASH_SESSION_KEY] = self.user.get_session_auth_hash()
        self.session.save()

    async def close(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1005})
        await self.wait(5)

    async def send(self, text: str) -> None:
        await self.send_input({"type": "websocket.receive", "text": text})

    async def say(self, kind: str, **content: Any) -> None:
        await self.send(json.dumps({"type": kind, **content}))

    async def ask(self, text: str = "How many books?", **content: Any) -> dict[str, Any]:
        await self.say("ask", **{"assistant": "library", "text": text, **content})
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads((await self.receive_output(5))["text"])
        return heard

    async def hear_all(self) -> list[dict[str, Any]]:
        """Events up to the last one of an answer."""
        heard = [await self.hear()]
        while heard[-1]["event"]["kind"] not in ("answer", "stopped", "failed"):
            heard.append(await self.hear())
        return heard
