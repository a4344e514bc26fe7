"""What an answer looks like so far, and what of it the reader has not been sent."""

from typing import Any

from chat import rendering
from chat.agent.events import Event, SourcesKnown, StepStarted, TextDelta, TextRestarted


class Draft:
    """Takes the agent's events, gives the payloads that bring a page up to date."""

    def __init__(self) -> None:
        self.text = ""
        self._sources: list[dict[str, Any]] = []
        """of which the languages are told already, but no addresses"""
        self._sent: list[tuple[str, str]] = []
        """Markdown and HTML of each block"""
        self._is_behind = False
        self._waiting: list[dict[str, Any]] = []

    def add(self, event: Event) -> None:
        if isinstance(event, SourcesKnown):
            self._sources = [rendering.citation_json(one) | {"url": ""} for one in event.citations]
            return
        if isinstance(event, TextDelta):
            self.text += event.text
            self._is_behind = True
            return
        self._waiting += self._changed_blocks()
        if isinstance(event, StepStarted):
            self._waiting.append({"kind": "step", "name": event.name})
        elif isinstance(event, TextRestarted):
            self.text, self._sent, self._sources = "", [], []
            self._waiting.append({"kind": "restart"})

    def take(self) -> list[dict[str, Any]]:
        payloads = self._waiting + self._changed_blocks()
        self._waiting = []
        return payloads

    def _changed_blocks(self) -> list[dict[str, Any]]:
        """The blocks that differ from what was sent; one that has gone is sent empty."""
        if not self._is_behind:
            return []
        self._is_behind = False
        before, now = self._sent, rendering.pieces(rendering.without_source_note(self.text), self._sources)
        now += [("", "")] * (len(before) - len(now))
        self._sent = now
        changed = (i for i, piece in enumerate(now) if i >= len(before) or piece != before[i])
        return [{"kind": "block", "index": i, "html": now[i][1], "text": now[i][0]} for i in changed]
