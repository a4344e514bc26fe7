"""What a model wrote, without what an answer may not hold: markup that loads, links or runs something."""

import re
from collections.abc import Sequence

from chat.agent.llm.prompts import harmless
from knowledge.retrieval.config import Passage

_WRAPPED = re.compile(r"\A```(?:markdown|md|text)?\s*\n(.*?)\n?```\s*\Z", re.S)
_RUNS = re.compile(r"<(script|style|iframe|object|svg|template)\b.*?(?:</\1\s*>|\Z)", re.S | re.I)
_TAG = re.compile(r"<(?:!--(?:.*?-->|.*)|/?[a-zA-Z][^<>]*>|[!?][^<>]*>)", re.S)
_IMAGE = re.compile(r"!\[([^\[\]]*+)\](?:\([^)]{0,2000}\)|\[[^\[\]]*+\])?")
_LINK = re.compile(r"\[([^\[\]]*+)\]\(\s{0,99}+<?([^)\s>]{0,2000}+)[^)]{0,2000}+\)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*\S+.*$\n?", re.M)
_ADDRESS = re.compile(r"\b(?:https?|ftp|file|data|javascript|vbscript)\s*:(?://)?[^\s<>\])}\"'*]+", re.I)
# "System: …": a model that plays a part in a chat of its own.
_PART = re.compile(r"^\W*(?:system|assistant|user|sistema|asistente|usuario|developer)\W{0,3}:\s*", re.I | re.M)
_EMPTY_LINES = re.compile(r"\n{3,}")


def cleaned(text: str, evidence: Sequence[Passage]) -> str:
    """Markdown without images, HTML, and addresses that no passage has; the words of a link stay."""
    known = " ".join([*(passage.section_text for passage in evidence), *(passage.url for passage in evidence)])

    def link(found: re.Match[str]) -> str:
        # "[1](address)": a citation that leads elsewhere is a citation.
        return found.group() if found[2] in known and found[2] and not found[1].isdigit() else _words(found[1])

    text = _WRAPPED.sub(r"\1", text.strip())
    for pattern in (_RUNS, _DEFINITION, _IMAGE):
        text = pattern.sub("", text)
    text = _LINK.sub(link, text)
    text = _ADDRESS.sub(lambda found: found.group() if found.group().rstrip(".,;:") in known else "", text)
    text = _PART.sub("", _TAG.sub("", text))
    return _EMPTY_LINES.sub("\n\n", harmless(text)).strip()


def _words(label: str) -> str:
    return f"[{label}]" if label.isdigit() else label
