"""A question without its misspelt words, and which they were."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from chat.agent.events import Question
from chat.agent.understanding.mentions import known
from knowledge.retrieval.config import Scope
from knowledge.retrieval.spelling import repairs

_WORD = re.compile(r"[^\W\d_]+")


def repaired(question: Question, scope: Scope) -> tuple[Question, Mapping[str, str]]:
    """The question and what was asked before it, repaired; and the repairs of the question itself. Reads the database.

    Names stay: of somebody's course, person or place nobody knows how it is written but the asker.
    """
    text, found = _repaired(question.text, scope)
    turns = (
        replace(turn, text=_repaired(turn.text, scope)[0]) if turn.role == "user" else turn for turn in question.history
    )
    return replace(question, text=text, history=tuple(turns)), found


def _repaired(text: str, scope: Scope) -> tuple[str, dict[str, str]]:
    found = repairs(text, scope)
    if not found:
        return text, {}
    names = [(mention.start, mention.end) for mention in known(scope).mentions(text)]
    done: dict[str, str] = {}

    def put(match: re.Match[str]) -> str:
        word = match.group()
        if word not in found or any(start <= match.start() < end for start, end in names):
            return word
        done[word] = found[word].capitalize() if word[0].isupper() else found[word]
        return done[word]

    return _WORD.sub(put, text), done
