"""Where an answer may be that was not found, or not surely: behind a filter, or with another assistant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from asgiref.sync import sync_to_async

from chat.agent.answers.passages import Quote
from chat.agent.answers.question_words import QuestionWords
from chat.agent.answers.reading import confidence, read
from chat.agent.context import AgentContext
from chat.agent.events import OtherAssistant
from chat.agent.policy import decide
from chat.agent.state import AgentState
from chat.agent.understanding.entities import narrowed
from chat.agent.understanding.mentions import Known
from chat.agent.understanding.unsaid_names import unsaid_names
from chat.models import Assistant
from knowledge.models import Document, Visibility
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.search import search
from knowledge.text.dates import without_years

MARGIN = 0.1
"""How much surer than another assistant's threshold its documents must be, 0-1: docs/agent.md has what it costs."""
UNSURE, SURER = 0.5, 1.5
"""An answer less sure than the first is compared with another assistant's, which is named if so many times surer."""
# So many passages are searched for, and so many of our own and of others are read.
SEARCHED, READ = 20, 3


@dataclass(frozen=True)
class Elsewhere:
    assistant: OtherAssistant | None = None
    """whose documents answer, more surely than it asks of them"""
    filter: str = ""
    """the year that was named or chosen, else the course that was chosen"""
    beyond: Quote | None = None
    """what answers in our own documents but for this filter"""


async def look(state: AgentState, context: AgentContext) -> Elsewhere:
    """One search, over our documents without filters and those of other assistants together; none where one document
    is asked."""
    if context.scope.document:
        return Elsewhere()
    others = await sync_to_async(_others)(state, context)
    found = await _search(state, context, context.scope.collections if _filter(state) else (), others)
    return await sync_to_async(_read)(state, context, others, found)


async def surer(state: AgentState, context: AgentContext) -> OtherAssistant | None:
    """Another assistant whose documents answer much more surely than ours did; read only where they come nearer."""
    confidence_ = state["assessment"].confidence
    if context.scope.document or state["sides"] or confidence_ >= UNSURE:
        return None
    others = await sync_to_async(_others)(state, context)
    found = await _search(state, context, (), others)
    nearest, ours = (max((one.dense for one in passages), default=0.0) for passages in (found, state["evidence"]))
    if nearest <= ours:
        return None
    return await sync_to_async(_likeliest)(state["asked"], found, others, SURER * confidence_)


async def _search(
    state: AgentState, context: AgentContext, own: tuple[int, ...], others: Sequence[_Other]
) -> Sequence[Passage]:
    collections = tuple(dict.fromkeys((*own, *(pk for other in others for pk in other.read_only))))
    if not collections:
        return ()
    scope = Scope(collections, context.scope.visibilities)
    scope = await sync_to_async(narrowed)(scope, state["classification"].entities)
    return await search(state["asked"], scope, SEARCHED, context.search)


@dataclass(frozen=True)
class _Other:
    assistant: OtherAssistant
    threshold: float
    read_only: frozenset[int]
    """the collections that it reads and we do not"""


def _filter(state: AgentState) -> str:
    question, entities = state["question"], state["classification"].entities
    return question.academic_year or entities.academic_year or question.course


def _others(state: AgentState, context: AgentContext) -> list[_Other]:
    """Those that would take the question, in the order of the page."""
    language, found = state["classification"].language, []
    for assistant in Assistant.objects.filter(is_active=True).exclude(pk=context.assistant_id):
        read_only = {collection.pk for collection in assistant.collections.all()} - set(context.scope.collections)
        outside = (assistant.scope or {}).get("outside_terms", ())
        if read_only and decide(replace(state["question"], text=state["asked"]), outside).allowed:
            link = OtherAssistant(assistant.slug, assistant.text_in(language).name)
            found.append(_Other(link, assistant.min_relevance, frozenset(read_only)))
    return found


def _read(state: AgentState, context: AgentContext, others: Sequence[_Other], found: Sequence[Passage]) -> Elsewhere:
    seen = {passage.chunk_id for passage in (*state["evidence"], *state.get("others", ()))}
    new = [passage for passage in found if passage.chunk_id not in seen]
    dropped, course = _filter(state), state["question"].course
    own = Document.objects.filter(pk__in={one.document_id for one in new}, collection__in=context.scope.collections)
    courses = dict(own.values_list("pk", "course"))
    ours = [one for one in new if one.document_id in courses]
    if dropped != course:  # of another year, but not of another course
        ours = [one for one in ours if course in ("", courses[one.document_id])]
    # Of another year: the question's own would tell against it.
    beyond = read(without_years(state["asked"]), ours[:READ]) if dropped else []
    answers = beyond and confidence(beyond) >= context.threshold
    return Elsewhere(_likeliest(state["asked"], new, others), dropped, beyond[0] if answers else None)


def _likeliest(
    asked: str, found: Sequence[Passage], others: Sequence[_Other], least: float = 0.0
) -> OtherAssistant | None:
    """Whoever reads what answers best, if it answers surely enough and as surely as `least`, and of what is named."""
    documents = Document.objects.filter(pk__in={one.document_id for one in found})
    of = dict(documents.values_list("pk", "collection_id"))
    theirs = {pk for other in others for pk in other.read_only}
    passages = [one for one in found if of.get(one.document_id) in theirs][:READ]
    quotes = read(asked, passages)
    if not quotes or unsaid_names(asked, Known().mentions(asked), passages):
        return None
    said = QuestionWords(asked)
    # One word is all that the question says ("is it hard?"), and the passage is not about it.
    if len(said.keys) == 1 and not said.said(said.above(quotes[0].passage)):
        return None
    readers = [other for other in others if of[quotes[0].passage.document_id] in other.read_only]
    sure = confidence(quotes)
    return next((one.assistant for one in readers if sure >= max(least, one.threshold + MARGIN)), None)


def more_when_signed_in(scope: Scope) -> bool:
    """Whether who has not signed in reads collections that hold documents for those who have. Never what: it does not
    depend on the question."""
    if str(Visibility.STUDENT) in scope.visibilities:
        return False
    hidden = Document.objects.indexed().filter(collection__in=scope.collections)
    return bool(hidden.exclude(visibility__in=scope.visibilities).exists())
