"""An answer in OpenAI's form: whole, or as the chunks of a stream; sources as numbered marks and as annotations."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from chat import tokens
from chat.agent.events import Answer, Citation
from chat.rendering import REFERENCE, source_url
from interfaces.asking import with_choices
from knowledge.places import said_of_quote

Json = dict[str, Any]
Absolute = Callable[[str], str]
"""an address of this site -> one that holds elsewhere"""


@dataclass(frozen=True)
class Reply:
    model: str
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self, answer: Answer, sources: Mapping[int, Json], used: Json) -> Json:
        """`sources` as sources_of gives them."""
        text = with_choices(answer)
        message = {"role": "assistant", "content": text, "refusal": None}
        message |= {"annotations": url_citations(text, sources), "koalarag": ours(answer)}
        choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
        return {**self._head("chat.completion"), "choices": [choice], "usage": used}

    def chunks(self, answer: Answer, sources: Mapping[int, Json]) -> Iterator[Json]:
        """Line by line, each with the annotations of its marks; their indices count from the beginning of the text."""
        text, start = with_choices(answer), 0
        marks = url_citations(text, sources)
        for line in text.splitlines(keepends=True):
            end = start + len(line)
            within = [mark for mark in marks if start <= mark["url_citation"]["start_index"] < end]
            yield self.chunk({"content": line} | ({"annotations": within} if within else {}))
            start = end
        yield self.chunk({"koalarag": ours(answer)}, "stop")

    def chunk(self, delta: Json, finish_reason: str | None = None) -> Json:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
        return {**self._head("chat.completion.chunk"), "choices": [choice]}

    def usage(self, used: Json) -> Json:
        """The last chunk, for whoever asked for it."""
        return {**self._head("chat.completion.chunk"), "choices": [], "usage": used}

    def _head(self, kind: str) -> Json:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


def url_citations(text: str, sources: Mapping[int, Json]) -> list[Json]:
    """One for each mark in the text: `text[start_index:end_index]` is the mark."""
    return [
        {"type": "url_citation", "url_citation": {"start_index": found.start(), "end_index": found.end(), **source}}
        for found in REFERENCE.finditer(text)
        for number in map(int, found[1].split(","))
        if (source := sources.get(number))
    ]


def sources_of(citations: Sequence[Citation], absolute: Absolute) -> dict[int, Json]:
    """By its number, where each is opened, and its title with its section and its place there."""
    return {
        cited.number: {
            "url": absolute(source_url(cited.document_id, cited.document, cited.page, cited.quote)),
            "title": " › ".join(filter(None, (cited.title, cited.section, _place(cited)))),
        }
        for cited in citations
    }


def _place(cited: Citation) -> str:
    return said_of_quote(cited.page, cited.chunk_id, cited.quote)


def ours(answer: Answer) -> Json:
    """What OpenAI's form has no place for."""
    return {
        "status": answer.status,
        "language": answer.language,
        "confidence": round(answer.confidence, 4),
        "choices": list(answer.choices),
        "trace": str(answer.trace_id),
    }


def used(asked: Sequence[str], answer: Answer) -> Json:
    """Tokens as the local embedding model cuts them."""
    prompt, completion = sum(map(tokens.count, asked)), tokens.count(with_choices(answer))
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def event(data: Json) -> str:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"
