"""What no answer may be, whatever the model that wrote it says of it: found without asking a model."""

import re
from collections.abc import Iterator, Sequence

from chat.agent.llm.calling import Prompt
from chat.agent.state import Draft
from knowledge.language import identify
from knowledge.retrieval.config import Passage
from knowledge.retrieval.terms import fold

# So many words in a row of what only the model was told are no coincidence.
LEAK_WORDS = 10
# Shorter texts say little about their language, and quotations of documents are in theirs.
FEWEST_WORDS = 12
_WORDS = re.compile(r"[^\W_]+")
_CITED = re.compile(r"\[\d{1,2}\]")
_TOOL = re.compile(r"\{\s*\"(?:name|tool\w*|function\w*|arguments|action)\"\s*:")
# Galician spells them otherwise. So many of them are more than a name or a loan.
_PORTUGUESE = re.compile(r"\b\w*(?:ç|ão|ões|ãe|lh)\w*\b|\b(?:você|vocês|também|até|minha)\b", re.I)
FEWEST_PORTUGUESE = 3


def objections(draft: Draft, prompt: Prompt, evidence: Sequence[Passage], language: str) -> tuple[str, ...]:
    """Why the draft cannot be shown, each as the next attempt is told it; in English, as instructions."""
    return tuple(_found(draft, prompt, evidence, language))


def _found(draft: Draft, prompt: Prompt, evidence: Sequence[Passage], language: str) -> Iterator[str]:
    if not draft.citations:
        yield "No statement carries the number of a passage that says it."
    if leaks(draft.text, prompt, evidence):
        yield "It repeats its instructions. Write the answer alone."
    if _TOOL.search(draft.text):
        yield "It calls a tool. There are none: write the answer as text."
    if is_in_another_language(draft, language):
        yield f"It is not written in the language of the question ({language})."


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
    if language == "gl" and len(_PORTUGUESE.findall(text)) >= FEWEST_PORTUGUESE:
        return True
    return len(own) >= FEWEST_WORDS and identify(text, default=language, likely=language) != language


def _words(text: str) -> list[str]:
    return [fold(word) for word in _WORDS.findall(text)]


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _words(text)
    return {tuple(words[start : start + LEAK_WORDS]) for start in range(len(words) - LEAK_WORDS + 1)}
