"""What is said where nothing was found: what was looked for, what comes nearest, and where else to ask."""

import re
from collections.abc import Sequence
from dataclasses import replace

from asgiref.sync import sync_to_async

from chat.agent import phrases
from chat.agent.answers.citations import escape
from chat.agent.answers.extractive import NEAR_SHARE, nearest
from chat.agent.answers.passages import Quote
from chat.agent.answers.question_words import QuestionWords
from chat.agent.context import AgentContext
from chat.agent.events import OtherAssistant
from chat.agent.extensions import of_intent
from chat.agent.phrases import say
from chat.agent.retrieval.elsewhere import Elsewhere, look, more_when_signed_in
from chat.agent.state import AgentState, Draft
from chat.agent.understanding.mentions import known
from knowledge.catalogue.course_names import course_names
from knowledge.retrieval.config import Passage
from knowledge.retrieval.query import analyse
from knowledge.text.terms import fold, folded_words

MAX_TERMS = 10
LIKE = 0.5
"""Of the words beside a name that is nowhere: what says so many of them is shown as the nearest."""
_WORD = re.compile(r"\w[\w./:’'-]*\w|\w")


Told = tuple[Draft, OtherAssistant | None, tuple[Passage, ...]]
"""the passages are those that it quotes and that were not retrieved for the question as it stands"""


async def not_found(state: AgentState, context: AgentContext) -> Told:
    is_search = state["classification"].intent == "search"
    found = await look(state, context) if is_search else Elsewhere()
    return await sync_to_async(_composed)(state, context, found)


def _composed(state: AgentState, context: AgentContext, found: Elsewhere) -> Told:
    language = state["classification"].language
    terms = _looked_for(state, context)
    name, unsaid = context.name_in(language), state["assessment"].unsaid
    extension = of_intent(state["classification"].intent, context.extensions)
    own = extension.not_found(state) if extension else ""
    said = [
        escape(own) or say(phrases.NOT_FOUND, language, name=escape(name)),
        say(phrases.LOOKED_FOR, language, terms=escape(" · ".join(terms))) if terms and not own else "",
        # What lies beyond the filter may well speak of them.
        say(phrases.UNSAID, language, names=escape(", ".join(unsaid))) if unsaid and not found.beyond else "",
        say(phrases.ASK_THERE, language, name=escape(found.assistant.name)) if found.assistant else "",
        phrases.channel(context.channels.get(language, ""), language),
        say(phrases.SIGN_IN, language) if more_when_signed_in(context.scope) else "",
    ]
    text = " ".join(filter(None, said))
    near = _near(state, context, found)
    draft = replace(near, text=f"{text}\n\n{near.text}") if near else Draft(text, ())
    return draft, found.assistant, (found.beyond.passage,) if found.beyond else ()


def _near(state: AgentState, context: AgentContext, found: Elsewhere) -> Draft | None:
    """What comes nearest, unless a model has read it and found that it is no answer."""
    language = state["classification"].language
    if found.beyond:
        introduction = say(phrases.BEYOND, language, filters=escape(_called(found.filter, language)))
        return nearest([found.beyond], introduction, language)
    ranked: Sequence[Quote] = state["ranked"] if state["classification"].intent == "search" else ()
    assessment = state["assessment"]
    is_near = assessment.confidence >= NEAR_SHARE * context.threshold
    was_read = "draft" in state and "generator" not in state.get("degraded", ())
    if was_read or not is_near or not ranked or not _is_like(ranked[0], state["asked"], assessment.unsaid):
        return None
    return nearest(ranked, say(phrases.NEAREST, language), language)


def _is_like(quote: Quote, asked: str, unsaid: Sequence[str]) -> bool:
    """Whether it is the like of what is asked, of something that has another name."""
    if not unsaid:
        return True
    for name in unsaid:
        asked = asked.replace(name, " ")
    rest, passage = QuestionWords(asked), quote.passage
    said = f"{passage.title} {passage.section} {quote.text}"
    return bool(rest.keys) and rest.coverage(said, passage.language) >= LIKE


def _looked_for(state: AgentState, context: AgentContext) -> list[str]:
    """The names in the question, whole, and its other words that mean something, in their order; and what was chosen on
    the page."""
    asked, question = state["asked"], state["question"]
    named = known(context.scope).mentions(asked)
    telling = {concept.word for concept in analyse(asked)}
    terms = [(mention.start, asked[mention.start : mention.end]) for mention in named]
    for found in _WORD.finditer(asked):
        is_of_name = any(mention.overlaps(*found.span()) for mention in named)
        if not is_of_name and telling & folded_words(found.group()):
            terms.append((found.start(), found.group()))
    chosen = [text for text in (question.course, question.academic_year) if text and fold(text) not in fold(asked)]
    called = [_called(text, state["classification"].language) for text in chosen]
    return [*dict.fromkeys(text for _start, text in sorted(terms))][:MAX_TERMS] + called


def _called(filter_: str, language: str) -> str:
    """A course as the catalogue has it in this language; a year as it is."""
    return course_names([filter_], language).get(filter_, filter_)
