"""A question without its misspelt words, and which they were."""

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
    history = [
        replace(one, text=_repaired(one.text, scope)[0]) if one.role == "user" else one for one in question.history
    ]
    return replace(question, text=text, history=tuple(history)), found


def _repaired(text: str, scope: Scope) -> tuple[str, dict[str, str]]:
    found = repairs(text, scope)
    if not found:
        return text, {}
    names = known(scope).mentions(text)
    done: dict[str, str] = {}

    def put(match: re.Match[str]) -> str:
        word = match.group()
        if word not in found or any(name.start <= match.start() < name.end for name in names):
            return word
        done[word] = found[word].capitalize() if word[0].isupper() else found[word]
        return done[word]

    return _WORD.sub(put, text), done
