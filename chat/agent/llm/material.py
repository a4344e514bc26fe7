"""The data in a prompt, each piece between delimiters that nothing in it can imitate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from chat.agent import phrases
from chat.agent.events import Question, Turn
from chat.agent.llm import budget
from chat.agent.llm.prompts import NOTHING, Fence, text_of
from knowledge.retrieval.config import Passage


@dataclass(frozen=True)
class Material:
    language: str
    question: str
    evidence: Sequence[Passage] = ()
    history: Sequence[Turn] = ()
    draft: str = ""
    tokens: int = 0
    """of all passages together; 0: as many as settings.PROMPT_TOKENS"""

    @property
    def fence(self) -> Fence:
        texts = [passage.section_text for passage in self.evidence] + [turn.text for turn in self.history]
        return Fence.of(self.question, self.draft, *texts)

    def values(self) -> dict[str, str]:
        """Values of the placeholders fence, question, passages, history, draft."""
        fence = self.fence
        return {
            "fence": fence.key,
            "question": fence.around("question", self.question),
            "passages": _passages(self.evidence, self.language, fence, self.tokens),
            "history": _history(self.history, fence),
            "draft": fence.around("draft", budget.cut(self.draft, budget.DRAFT_TOKENS)),
        }


def asked_with_form(asked: str, question: Question, offered: Mapping[str, Any]) -> str:
    """The question, followed by the choices in the form."""
    chosen = {name: question.form.get(name) for name in offered}
    lines = [f"{name}: {_value(value)}" for name, value in chosen.items() if value]
    return "\n".join([asked, *lines])


def _value(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _passages(evidence: Sequence[Passage], language: str, fence: Fence, tokens: int) -> str:
    windows = budget.windows(evidence, tokens)
    shown = [
        fence.around(f"passage {number}", _passage(passage, window, language))
        for number, (passage, window) in enumerate(zip(evidence, windows, strict=True), start=1)
    ]
    return "\n\n".join(shown) or NOTHING


def _passage(passage: Passage, window: tuple[int, int], language: str) -> str:
    start, end = window
    text = passage.section_text[start:end]
    before, after = "(…) " if start else "", " (…)" if end < len(passage.section_text) else ""
    template = text_of("passage" if passage.in_force else "passage.expired", language)
    return Template(template).substitute(
        title=passage.title,
        section=passage.section or NOTHING,
        dated=phrases.dated(passage.dated, passage.academic_year, language) or NOTHING,
        text=f"{before}{text}{after}",
    )


def _history(turns: Sequence[Turn], fence: Fence) -> str:
    """The latest messages that fit the budget, oldest first."""
    shown: list[str] = []
    left = budget.HISTORY_TOKENS
    for turn in reversed(turns):
        text = budget.cut(turn.text, budget.TURN_TOKENS)
        left -= budget.count(text)
        if left < 0:
            break
        shown.append(fence.around(turn.role, text))
    return "\n\n".join(reversed(shown)) or NOTHING
