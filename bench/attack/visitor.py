"""Somebody who asks on the page: a session, a socket that comes back as the page's does, an answer or a sentence."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

FINAL = {"answer", "stopped", "failed"}
SILENCE_SECONDS = 9
PAUSES = (0.3, 1, 1, 2, 2, 2, 4, 8)
QUESTIONS = (
    "How many books can a doctoral student borrow?",
    "¿Cuántos libros puede llevarse un estudiante de grado?",
    "Cando é o exame de bases de datos?",
    "¿Cómo se evalúa Álgebra?",
    "Until when can I enrol?",
    "Que bibliografía ten Álxebra?",
)


@dataclass
class Answered:
    message: str
    seconds: float
    ending: str
    """answer, failed, stopped or error"""
    text: str
    longest_silence: float
    """seconds between two signs of life"""


@dataclass
class Visitor:
    url: str
    assistant: str = "regulations"
    address: str = "192.0.2.1"
    """as a proxy on this machine tells it"""
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)
    reconnections: int = 0
    heard_at: list[float] = field(default_factory=list)
    """by the clock of time.monotonic: each sign of life of an answer"""

    async def arrive(self) -> None:
        async with httpx.AsyncClient(timeout=60, headers={"X-Forwarded-For": self.address}) as http:
            self.cookies.update((await http.get(f"{self.url}a/{self.assistant}/")).cookies)

    async def ask(self, text: str, seconds: float = 120) -> Answered:
        """Until there is an ending, however often the connection falls. TimeoutError where there is none in time."""
        question = {"type": "ask", "assistant": self.assistant, "text": text, "message": str(uuid4())}
        heard = _Heard(question["message"])
        async with asyncio.timeout(seconds):
            failures = 0
            while not heard.ending:
                try:
                    await self._listen(question, heard)
                    failures = 0
                except (OSError, WebSocketException, TimeoutError):
                    await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                    failures += 1
                    self.reconnections += 1
        spent = time.monotonic() - heard.begun
        return Answered(heard.message, spent, heard.ending, heard.text, heard.longest_silence)

    def socket(self) -> connect:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        return connect(
            f"{self.url.replace('http', 'ws', 1)}ws/chat/?language=en", origin=self.url.rstrip("/"), proxy=None,
            additional_headers=headers | {"X-Forwarded-For": self.address}, open_timeout=10,
        )  # fmt: skip

    async def _listen(self, question: dict[str, Any], heard: _Heard) -> None:
        async with self.socket() as socket:
            resumed = {"type": "resume", "message": heard.message, "after": heard.sequence}
            await socket.send(json.dumps(resumed if heard.is_begun else question))
            while not heard.ending:
                heard.take(json.loads(await asyncio.wait_for(socket.recv(), SILENCE_SECONDS)))
                self.heard_at.append(heard.last)


@dataclass
class _Heard:
    message: str
    is_begun: bool = False
    sequence: int = 0
    ending: str = ""
    text: str = ""
    begun: float = field(default_factory=time.monotonic)
    last: float = field(default_factory=time.monotonic)
    longest_silence: float = 0.0

    def take(self, said: dict[str, Any]) -> None:
        now = time.monotonic()
        self.longest_silence, self.last = max(self.longest_silence, now - self.last), now
        if said["type"] == "started":
            self.is_begun = True
        elif said["type"] == "error":
            self.ending, self.text = "error", said["text"]
        elif said["type"] == "event" and said["sequence"] > self.sequence:
            self.sequence = said["sequence"]
            if said["event"]["kind"] in FINAL:
                self.ending = said["event"]["kind"]
                self.text = said["event"].get("text", "")
