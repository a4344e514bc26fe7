"""Messages that need no documents: greetings, thanks, "repeat that"."""

import re

from chat.agent.understanding.wordings import any_of, table
from knowledge.text.terms import fold

# Also more than one of a kind: "ok, perfect".
_PATTERNS = {
    topic: re.compile(rf"{any_of('small_talk', topic)}(?: {any_of('small_talk', topic)})*")
    for topic in table("small_talk")
}
_ASIDE = re.compile(rf"^{any_of('courtesy', 'before')}[\s,.!]+")


def small_talk(text: str) -> str:
    """Its topic; empty for a question. A greeting before something else is courtesy, not small talk."""
    said = " ".join(re.findall(r"[^\W_]+", fold(text)))
    rest = _ASIDE.sub("", said)
    for part in (said, rest):
        for topic, pattern in _PATTERNS.items():
            if pattern.fullmatch(part):
                return topic
    return "greeting" if not rest else ""
