"""Builds prompts from files `<name>.<language>.md`: instructions above a line of `---`, data below it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from string import Template

from django.utils.crypto import salted_hmac

from chat.agent.llm.calling import Prompt
from knowledge.text.language import LANGUAGES

FOLDER = Path(__file__).resolve().parent.parent / "prompts"
NOTHING = "—"
"""text shown where there is no data"""
_PARTS = re.compile(r"^---$\n", re.M)
# Format characters are invisible: zero-width and bidirectional ones, and the tags that encode hidden text.
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)
# What servers of open models interpret as chat turns, wherever it occurs: <|im_start|>, </s>, [INST], <<SYS>> …
_TURN = re.compile(
    r"<(?=\|)|\|(?=>)|<(?=/?(?:s|bos|eos|(?:start|end)_of_turn|system|assistant|user|tool\w*)>)|\[(?=/?INST\])|<(?=<)|>(?=>)",
    re.I,
)


@dataclass(frozen=True)
class Fence:
    """Delimiters around data that the data cannot contain: authors of documents and questions do not know the key."""

    key: str

    @classmethod
    def of(cls, *data: str) -> "Fence":
        """Keyed hash of all data of the call: the same call gives the same text, so that providers can cache it."""
        return cls(salted_hmac("chat.agent.llm.prompts", "\0".join(data), algorithm="sha256").hexdigest()[:16])

    def around(self, label: str, text: str) -> str:
        return f"<<<{self.key} {label}>>>\n{harmless(text) or NOTHING}\n<<<{self.key} end {label}>>>"


def harmless(text: str) -> str:
    """The visible text: without invisible characters and chat turn markers."""
    return _TURN.sub(lambda mark: f"{mark.group()} ", _INVISIBLE.sub("", text)).strip()


def prompt(name: str, language: str, values: Mapping[str, str], includes: str = "") -> Prompt:
    """`includes` are texts of other files among the values: they are part of the hash."""
    sheet = _PARTS.split(text_of(name, language))
    system, user = (Template(part).substitute(values).strip() for part in sheet)
    digest = sha256("".join((*sheet, includes)).encode()).hexdigest()[:16]
    return Prompt(system, re.sub(r"\n{3,}", "\n\n", user), digest)


def text_of(name: str, language: str) -> str:
    """Contents of a file, unchanged."""
    return _read(name, language if language in LANGUAGES else LANGUAGES[-1])


@cache
def _read(name: str, language: str) -> str:
    return (FOLDER / f"{name}.{language}.md").read_text(encoding="utf-8")
