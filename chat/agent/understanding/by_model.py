"""What a message is after, as a language model sees it; what it names must exist, and what it adds is dropped."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from asgiref.sync import sync_to_async
from pydantic import Field

from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import Question
from chat.agent.extensions import of_intent
from chat.agent.llm.calling import Decision, Line, Prompt, adds_nothing, decide
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.material import Material
from chat.agent.llm.prompts import NOTHING, prompt
from chat.agent.state import Classification, Intent
from chat.agent.understanding.entities import Entities, academic_year, resolve
from knowledge.text.language import LANGUAGES, may_be

MAX_STANDALONE_CHARACTERS = 500
KNOWN_SHARE = 0.5
"""of the content words of a message in other words: those that the conversation holds"""
# Of these a model may say that a message is; the rules look for them too, and what either finds is refused.
Risk = Literal["", "records", "personal_data", "misconduct", "advice", "out_of_scope"]
Topic = Literal["", "greeting", "thanks", "farewell", "identity", "repeat", "remark"]


class Classified(Decision):
    intent: Literal["search", "summary", "comparison", "itinerary", "general"]
    language: Literal["gl", "es", "en"]
    subject: Literal["", "course", "professor", "procedure", "recommendation", "sensitive"] = ""
    needs_documents: bool = True
    topic: Topic = ""
    course: Line = ""
    academic_year: Line = ""
    professor: Line = ""
    risk: Risk = ""
    standalone: Line = ""
    reason: Line = ""
    confidence: float = Field(default=0.5, ge=0, le=1)


async def classify(question: Question, by_rules: Classification, runtime: AgentRuntime) -> Classification:
    """ModelUnavailable where the model decides nothing. `by_rules` is what stands where its word does not count."""
    context = runtime.context
    said = await decide("classifier", prompt_for(question, by_rules.language, context), Classified, runtime)
    if said.intent != "general" and said.topic and not said.needs_documents:
        raise ModelUnavailable("classifier", "it takes one message for small talk and for a question")
    intent = _intent(said, question, plans_trips=of_intent("itinerary", context.extensions) is not None)
    standalone = _standalone(said, question) or by_rules.standalone
    return Classification(
        intent=intent,
        language=_language(said, question, by_rules),
        reason=said.reason or by_rules.reason,
        confidence=said.confidence,
        subject=said.subject or by_rules.subject,
        entities=await sync_to_async(_entities)(said, standalone, by_rules, question, context),
        topic=said.topic if intent == "general" else "",
        standalone=standalone,
        risk="" if said.risk == "out_of_scope" and not context.only else said.risk,
    )


def prompt_for(question: Question, language: str, context: AgentContext) -> Prompt:
    values = Material(language, question.text, history=question.history).values()
    values |= {"name": context.name_in(language), "scope": context.only or NOTHING}
    return prompt("classify", language, values)


def _language(said: Classified, question: Question, by_rules: Classification) -> str:
    """The model's word counts between languages that the message may be in: a poor model names any."""
    is_possible = may_be(question.text, said.language)
    return question.language or (said.language if is_possible else by_rules.language)


def _intent(said: Classified, question: Question, *, plans_trips: bool) -> Intent:
    """Small talk only where it is of a known kind: a question that is taken for it would go without documents."""
    about_the_last = said.topic == "remark" and not question.history
    if said.intent == "general" and (said.needs_documents or not said.topic or about_the_last):
        return "search"
    return "search" if said.intent == "itinerary" and not plans_trips else said.intent


def _standalone(said: Classified, question: Question) -> str:
    """Nothing where there is no conversation to resolve it by, or where the model says more than it holds, or speaks
    of something else."""
    text = said.standalone
    if not question.history or len(text) > MAX_STANDALONE_CHARACTERS or text == question.text:
        return ""
    sources = [question.text, *(turn.text for turn in question.history)]
    return text if adds_nothing(text, sources) and _is_of(text, sources) else ""


def _is_of(text: str, sources: Sequence[str]) -> bool:
    """Whether any of its content words, and half of them, are words of the conversation, in any language."""
    asked = QuestionWords(text)
    known = {word for source in sources for language in LANGUAGES for word in asked.said(terms_of(source, language))}
    return bool(known) and len(known) >= KNOWN_SHARE * len(asked.keys)


def _entities(
    said: Classified, standalone: str, by_rules: Classification, question: Question, context: AgentContext
) -> Entities:
    """Of the catalogue: what the words name, and what the model reads in them where they name nothing."""
    same = standalone == by_rules.standalone
    found = by_rules.entities if same else resolve(standalone, context.scope)
    if said.course and not (found.course or found.courses or found.several):
        named = resolve(said.course, context.scope)
        found = replace(found, course=named.course, courses=named.courses)
    if said.professor and not (found.person or found.people):
        named = resolve(said.professor, context.scope)
        found = replace(found, person=named.person, people=named.people)
    year = academic_year(said.academic_year)
    asked = [question.text, *(turn.text for turn in question.history if turn.role == "user")]
    if year and not found.academic_year and adds_nothing(year[:4], asked):
        found = replace(found, academic_year=year)
    return found
