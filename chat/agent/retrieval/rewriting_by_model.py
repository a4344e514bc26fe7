"""Another query for the same question, by a language model."""

import re
from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async
from django.db.models import Count
from django.utils.translation import override

from chat.agent.context import AgentContext
from chat.agent.llm.calling import Prompt, decide
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.material import Material
from chat.agent.llm.prompts import NOTHING, harmless, prompt
from chat.agent.llm.replies import Decision, Line, adds_nothing
from chat.agent.retrieval.rewriting_by_rules import MAX_WORDS
from chat.agent.state import AgentState, Rewriting
from knowledge.languages import language_name
from knowledge.models import Document

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

MAX_KEYWORDS = 10
# Nothing of a query language: words, and the points and dashes of codes and numbers.
_WORD = re.compile(r"\w[\w./:'’-]*\w|\w")


class Rewritten(Decision):
    query: Line
    keywords: list[Line] = []
    reason: Line = ""


async def rewrite(state: AgentState, runtime: "Runtime[AgentContext]") -> Rewriting:
    """ModelUnavailable where the model gives no query that may be searched."""
    languages = await sync_to_async(languages_of)(runtime.context.scope.collections)
    said = await decide("rewriter", prompt_for(state, languages), Rewritten, runtime)
    words = _WORD.findall(harmless(said.query))
    # A number or a code that nobody asked for would find another answer.
    kept = [word for word in words if not any(map(str.isdigit, word)) or adds_nothing(word, [state["asked"]])]
    if not kept:
        raise ModelUnavailable("rewriter", "its query has no words")
    return Rewriting(" ".join(kept[:MAX_WORDS]), tuple(said.keywords[:MAX_KEYWORDS]), said.reason)


def prompt_for(state: AgentState, languages: list[str]) -> Prompt:
    language = state["classification"].language
    material = Material(language, state["asked"], draft=state.get("query", ""))
    values = material.values() | {"words": str(MAX_WORDS), "languages": _names(languages, language)}
    values["query"] = values["draft"]
    return prompt("rewrite", language, values)


def languages_of(collections: tuple[int, ...]) -> list[str]:
    """Of the documents, that of most of them first."""
    counted = Document.objects.filter(collection__in=collections).exclude(language="")
    rows = counted.values("language").annotate(number=Count("pk")).order_by("-number", "language")
    return [row["language"] for row in rows]


def _names(languages: list[str], language: str) -> str:
    with override(language):
        return ", ".join(language_name(code) for code in languages) or NOTHING
