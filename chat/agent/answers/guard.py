"""What no answer may hold, which is taken out of what a model wrote, and what none may be, whatever the model says of
it: found without asking a model."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chat.agent.llm.calling import Prompt
from chat.agent.llm.prompts import harmless
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.retrieval.query import analyse
from knowledge.retrieval.rerank import Matcher
from knowledge.text.language import LANGUAGES, identify
from knowledge.text.terms import fold

# So many words in a row of what only the model was told are no coincidence.
LEAK_WORDS = 10
# Shorter texts say little about their language, and quotations of documents are in theirs.
MIN_WORDS = 12
_WORDS = re.compile(r"[^\W_]+")
_CITED = re.compile(r"\[\d{1,2}\]")
_TOOL = re.compile(r"\{\s*\"(?:name|tool\w*|function\w*|arguments|action)\"\s*:")
# Galician spells them otherwise. So many of them are more than a name or a loan.
_PORTUGUESE = re.compile(r"\b\w*(?:ç|ão|ões|ãe|lh)\w*\b|\b(?:você|vocês|também|até|minha)\b", re.I)
MIN_PORTUGUESE = 3
# Markup that loads, links or runs something.
_WRAPPED = re.compile(r"\A```(?:markdown|md|text)?\s*\n(.*?)\n?```\s*\Z", re.S)
_RUNS = re.compile(r"<(script|style|iframe|object|svg|template)\b.*?(?:</\1\s*>|\Z)", re.S | re.I)
_TAG = re.compile(r"<(?:!--(?:.*?-->|.*)|/?[a-zA-Z][^<>]*>|[!?][^<>]*>)", re.S)
_IMAGE = re.compile(r"!\[([^\[\]]*+)\](?:\([^)]{0,2000}\)|\[[^\[\]]*+\])?")
_LINK = re.compile(r"\[([^\[\]]*+)\]\(\s{0,99}+<?([^)\s>]{0,500}+)[^)]{0,500}+\)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*\S+.*$\n?", re.M)
_ADDRESS = re.compile(r"\b(?:https?|ftp|file|data|javascript|vbscript)\s*:(?://)?[^\s<>\])}\"'*]+", re.I)
# "System: …": a model that plays a part in a chat of its own.
_PART = re.compile(r"^\W*(?:system|assistant|user|sistema|asistente|usuario|developer)\W{0,3}:\s*", re.I | re.M)
_EMPTY_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True)
class Told:
    """What a model was asked to write from."""

    prompt: Prompt
    question: str
    evidence: Sequence[Passage]
    language: str


def cleaned(text: str, evidence: Sequence[Passage]) -> str:
    """Markdown without images, HTML, and addresses that no passage has; the words of a link stay."""
    known = " ".join([*(passage.section_text for passage in evidence), *(passage.url for passage in evidence)])

    def link(found: re.Match[str]) -> str:
        # "[1](address)": a citation that leads elsewhere is a citation.
        if found[1].isdigit():
            return f"[{found[1]}]"
        return found.group() if found[2] and found[2] in known else found[1]

    text = _WRAPPED.sub(r"\1", text.strip())
    for pattern in (_RUNS, _DEFINITION, _IMAGE):
        text = pattern.sub("", text)
    text = _LINK.sub(link, text)
    text = _ADDRESS.sub(lambda found: found.group() if found.group().rstrip(".,;:") in known else "", text)
    text = _PART.sub("", _TAG.sub("", text))
    return _EMPTY_LINES.sub("\n\n", harmless(text)).strip()


def objections(text: str, tied: Draft, left: Draft, told: Told) -> Iterator[str]:
    """Why it cannot be shown, each as the next attempt is told it; in English, as instructions.

    `text` is what the model wrote, `tied` the same with its citations, `left` what verification leaves of it.
    """
    if leaks(text, told.prompt, told.evidence):
        yield "It repeats its instructions. Write the answer alone."
    if _TOOL.search(text):
        yield "It calls a tool. There are none: write the answer as text."
    if not tied.citations or not left.citations:
        yield "No statement carries the number of a passage that says it."
    elif not answers(told.question, left):
        yield "It does not speak of what is asked."
    if is_in_another_language(left, told.language):
        yield f"It is not written in the language of the question ({told.language})."


def answers(question: str, draft: Draft) -> bool:
    """Whether the answer, or anything that it quotes, speaks of anything that is asked."""
    matcher = Matcher(analyse(question))
    said = " ".join([draft.text, *(citation.quote for citation in draft.citations)])
    return not matcher.concepts or any(matcher.places(said, language) for language in LANGUAGES)


def leaks(text: str, prompt: Prompt, evidence: Sequence[Passage] = ()) -> bool:
    """Whether it repeats a part of what the model was told, or the marks around the data."""
    key = re.search(r"<<<(\w+)", prompt.user)
    if key and key[1] in text:
        return True
    told = _runs(prompt.system) - {run for passage in evidence for run in _runs(passage.section_text)}
    return bool(told & _runs(text))


def is_in_another_language(draft: Draft, language: str) -> bool:
    """By its own words: what it quotes from its sources does not count."""
    quoted = {word for citation in draft.citations for word in _words(f"{citation.quote} {citation.title}")}
    own = [word for word in _WORDS.findall(_CITED.sub("", draft.text)) if fold(word) not in quoted]
    text = " ".join(own)
    if language == "gl" and len(_PORTUGUESE.findall(text)) >= MIN_PORTUGUESE:
        return True
    return len(own) >= MIN_WORDS and identify(text, default=language, likely=language) != language


def _words(text: str) -> list[str]:
    return [fold(word) for word in _WORDS.findall(text)]


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _words(text)
    return {tuple(words[start : start + LEAK_WORDS]) for start in range(len(words) - LEAK_WORDS + 1)}
