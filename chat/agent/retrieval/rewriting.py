"""Another query for the same question: by a language model, or by rules, where filler goes and the lexicon's words for
the rest come."""

import re
from collections.abc import Iterator

from asgiref.sync import sync_to_async
from django.db.models import Count
from django.utils.translation import override

from chat.agent.context import AgentRuntime
from chat.agent.llm.calling import Decision, Line, Prompt, adds_nothing, decide
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.material import Material
from chat.agent.llm.prompts import NOTHING, harmless, prompt
from chat.agent.state import AgentState, Rewriting
from knowledge.languages import language_name
from knowledge.models import Document
from knowledge.retrieval import lexicon
from knowledge.retrieval.query import analyse
from knowledge.text.language import identify
from knowledge.text.terms import STEM_MARK

MAX_KEYWORDS = 10
MAX_WORDS = 15
# Nothing of a query language: words, and the points and dashes of codes and numbers.
_WORD = re.compile(r"\w[\w./:'’-]*\w|\w")


class Rewritten(Decision):
    query: Line
    keywords: list[Line] = []
    reason: Line = ""


async def by_model(state: AgentState, runtime: AgentRuntime) -> Rewriting:
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
    values = Material(language, state["asked"], draft=state.get("query", "")).values()
    with override(language):
        names = ", ".join(language_name(code) for code in languages) or NOTHING
    values |= {"words": str(MAX_WORDS), "languages": names, "query": values["draft"]}
    return prompt("rewrite", language, values)


def languages_of(collections: tuple[int, ...]) -> list[str]:
    """Of the documents, that of most of them first."""
    counted = Document.objects.filter(collection__in=collections).exclude(language="")
    rows = counted.values("language").annotate(number=Count("pk")).order_by("-number", "language")
    return [row["language"] for row in rows]


def by_rules(question: str) -> Rewriting:
    keywords = tuple(concept.word for concept in analyse(question))
    others = [word for word in dict.fromkeys(_otherwise(question)) if word not in keywords]
    words = [*keywords, *others][:MAX_WORDS]
    return Rewriting(" ".join(words), tuple(words), "only the words that carry meaning, and what else they are called")


def _otherwise(question: str) -> Iterator[str]:
    """As they are written in the other languages, the likeliest wording of each first."""
    for match in lexicon.matches(question, identify(question)):
        for wording in sorted(match.wordings, key=lambda wording: -wording.weight):
            for terms in wording.words:
                yield from (term for term in terms[:1] if not term.startswith(STEM_MARK))
