"""What a well-behaved model might say to each of our prompts, and the ways in which its server may fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from chat.tests.agent.openai_server import Behaviour, Body, Say, deciding, schema_of
from knowledge.text.language import identify

_PASSAGE = re.compile(r"<<<\w+ passage (\d+)>>>\n(?P<head>.*?)\n\n(?P<text>.*?)\n<<<", re.S)
_QUESTION = re.compile(r"<<<\w+ question>>>\n(.*?)\n<<<", re.S)
_SENTENCE = re.compile(r"\w[^.\n|]{20,240}\.")


def behave(body: Body) -> Say:
    """Quotes the sentence that has most words of the question; finds every answer good."""
    wanted = schema_of(body)
    asked = str(body["messages"][-1]["content"])
    if wanted:
        return deciding(body, _decision(wanted["properties"], asked))
    passages = [(number, said) for number, _head, text in _PASSAGE.findall(asked) for said in _SENTENCE.findall(text)]
    if not passages:
        return Say("Hola")
    question = set(_words(_question(asked)))
    number, said = max(passages, key=lambda one: len(question & set(_words(one[1]))))
    return Say(f"{said} [{number}]")


def _question(asked: str) -> str:
    return found.group(1) if (found := _QUESTION.search(asked)) else asked


def _words(text: str) -> list[str]:
    return re.findall(r"\w{4,}", text.casefold())


def _decision(properties: Mapping[str, Any], asked: str) -> dict[str, Any]:
    question = _question(asked)
    if "intent" in properties:
        return {"intent": "search", "language": identify(question, default="es"), "confidence": 0.9}
    if "query" in properties:
        return {"query": " ".join(question.split()[:15]), "keywords": [], "reason": "shorter"}
    criterion = {"score": 0.9, "reason": "fine"}
    return {name: criterion for name in properties if name not in ("issues", "regenerate")}


def failing(change: Callable[[Say], Say], behaviour: Behaviour = behave) -> Behaviour:
    return lambda body: change(behaviour(body))


# How a server may fail -> what becomes of what the model would have said.
FAILURES: Mapping[str, Callable[[Say], Say]] = {
    "500 every time": lambda say: replace(say, status=500),
    "401 wrong key": lambda say: replace(say, status=401),
    "429, come back in half a second": lambda say: replace(say, status=429, retry_after="0.5"),
    "429, come back in an hour": lambda say: replace(say, status=429, retry_after="3600"),
    "connection reset": lambda say: replace(say, reset=True),
    "hangs before the first word": lambda say: replace(say, hang_after=0),
    "hangs after three words": lambda say: replace(say, hang_after=3),
    "stream cut off": lambda say: replace(say, cut_after=3),
    "ends without saying why": lambda say: replace(say, finish=None),
    "cut at the most tokens": lambda say: replace(say, finish="length", text=say.text[: len(say.text) // 2]),
    "empty answer": lambda say: replace(say, text="", arguments=None),
    "malformed JSON, nonsense": lambda _say: Say('{"score": 0.'),
}
