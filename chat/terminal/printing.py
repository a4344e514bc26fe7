"""An answer on a terminal: its text as it comes, then its sources, what it offers, and what it took."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TextIO

from django.utils.translation import gettext as _

from chat import standing as standings
from chat.exporting.blocks import plain
from chat.models import Trace
from chat.page import steps

Json = Mapping[str, Any]


class Printer:
    """Answers go to `out`, what is about them to `notes`: a pipe gets the answers alone."""

    def __init__(self, out: TextIO, notes: TextIO) -> None:
        self.out, self.notes = out, notes
        self._shown: dict[int, str] = {}
        """block -> what stands of it on the terminal; it is never taken back"""
        self._latest: dict[int, str] = {}
        """block -> its Markdown as last told"""

    def question(self, text: str) -> None:
        """One that was not typed here: of a pipe, or of before."""
        self._write(f"› {text}\n\n")

    def follow(self, event: Json) -> None:
        """One of an answer's events but the last."""
        if event["kind"] == "step" and not self._shown:
            self._status(steps().get(event["name"], ""))
        elif event["kind"] == "block":
            self._block(event["index"], event["text"])
        elif event["kind"] == "restart" and self._shown:
            self._write("\n\n" + _("(That did not hold. Once more:)") + "\n\n")
            self._forget()

    def finish(self, event: Json) -> None:
        """The last event, whichever it is."""
        self._status("")
        if event["kind"] == "answer":
            self._rest(event["plain"])
            self._sources(event)
            self._offers(event)
        elif event["kind"] == "stopped":
            self._write("\n" + _("(Stopped.)") + "\n")
        else:
            self._write(event["text"] + "\n")
        self._forget()

    def took(self, trace: Trace | None, words: int) -> None:
        """A line of cost where a language model took part; of time and words in any case."""
        if trace is None:
            return
        parts = [_("%(seconds).1f s") % {"seconds": trace.milliseconds / 1000}, _("%(words)d words") % {"words": words}]
        if trace.model_calls:
            tokens = sum(call.get("input_tokens", 0) + call.get("output_tokens", 0) for call in trace.model_calls)
            parts += [_("%(tokens)d tokens of models") % {"tokens": tokens}, f"{trace.cost:.4f} USD"]
        self.note(" · ".join(parts))

    def note(self, text: str) -> None:
        self.notes.write(text + "\n")
        self.notes.flush()

    def _block(self, index: int, markdown: str) -> None:
        for earlier in [each for each in self._latest if each < index]:
            self._grow(earlier, plain(self._latest.pop(earlier)))
        self._latest[index] = markdown
        self._grow(index, plain(settled(markdown)))

    def _grow(self, index: int, text: str) -> None:
        before = self._shown.get(index, "")
        if text == before or not text.startswith(before):
            return  # where it was told otherwise after all, _rest says so
        self._status("")
        between = "\n\n" if index not in self._shown and self._shown else ""
        self._write(between + text[len(before) :])
        self._shown[index] = text

    def _forget(self) -> None:
        self._shown, self._latest = {}, {}

    def _rest(self, text: str) -> None:
        """What has not been shown yet; all of it, where what was shown is not its beginning."""
        rest = _after(text, "\n".join(self._shown.values()))
        if rest is None:
            self._write("\n\n" + _("(The whole answer, as it is after it was checked:)") + "\n\n")
        self._write((text if rest is None else rest).rstrip() + "\n\n")

    def _sources(self, event: Json) -> None:
        known = standings.labels()
        for source in event["citations"]:
            parts = [source["title"], source["section"], source["place"], source["dated"]]
            line = " · ".join(part for part in parts if part)
            standing = known.get(source.get("standing", ""), "")
            mark = f"[{source['number']}] "
            self._write(f"{mark}{line}{f' ({standing})' if standing else ''}\n")
        if event["citations"]:
            self._write("\n")

    def _offers(self, event: Json) -> None:
        for number, choice in enumerate(event["choices"], 1):
            self._write(f"  {number}) {choice}\n")
        if event["choices"]:
            self.note(_("Type the number, or your own words."))
        if event["elsewhere"]:
            self.note(_("%(name)s may know: --assistant %(slug)s") % event["elsewhere"])

    def _status(self, text: str) -> None:
        """What is being done, on a line that is written over."""
        if self.notes.isatty():
            self.notes.write(f"\r\x1b[K{text}")
            self.notes.flush()

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()


def settled(markdown: str) -> str:
    """Of Markdown that still grows, what reads the same whatever follows: whole words, marks that are closed."""
    end = len(markdown)
    while (end := max(markdown.rfind(" ", 0, end), markdown.rfind("\n", 0, end))) > 0:
        part = markdown[:end]
        marks = re.findall(r"\*+|`+", part)
        if all(marks.count(mark) % 2 == 0 for mark in marks) and part.count("[") == part.count("]"):
            return part
    return ""


def _after(text: str, shown: str) -> str | None:
    """What follows in the text after what was shown, however lines are broken; None where that is no beginning."""
    position = 0
    for word in shown.split():
        start = position + len(text[position:]) - len(text[position:].lstrip())
        if not text.startswith(word, start):
            return None
        position = start + len(word)
    return text[position:]
