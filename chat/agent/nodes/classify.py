from collections.abc import Mapping
from dataclasses import replace

from asgiref.sync import sync_to_async

from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.extensions import of_intent
from chat.agent.llm.calling import by_model
from chat.agent.state import AgentState, Asked, Classification
from chat.agent.understanding.by_model import classify as classify_by_model
from chat.agent.understanding.by_rules import classify as classify_by_rules
from chat.agent.understanding.misspelt import repaired
from chat.agent.understanding.several_questions import questions_in


async def classify(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Finds intent, subject, entities and language; misspelt words are repaired. Pure greetings, and messages that an
    extension claims, need no model, and stay as they are written."""
    question, context = state["question"], runtime.context
    repairs: Mapping[str, str] = {}
    by_rules = await classify_by_rules(question, context)
    if not _is_sure(by_rules, context):
        question, repairs = await sync_to_async(repaired)(question, context.scope)
    if question != state["question"]:
        by_rules = await classify_by_rules(question, context)
    classification, update = by_rules, AgentState()
    if not _is_sure(by_rules, context):
        found, update = await by_model(
            "classifier", runtime, state, lambda: classify_by_model(question, by_rules, runtime)
        )
        classification = found or by_rules
    if state.get("carried_course"):
        # Asked again of a course: what is asked of the answer before stays.
        first = state["classification"]
        classification = replace(classification, about=first.about, language=first.language)
    return {
        **update,
        "classification": classification,
        "asked": classification.standalone or question.text,
        "repairs": repairs,
        "questions": _questions(state, classification.standalone or question.text, classification, context),
    }


def _is_sure(by_rules: Classification, context: AgentContext) -> bool:
    is_told = by_rules.intent == "general" or bool(by_rules.about)
    return is_told or of_intent(by_rules.intent, context.extensions) is not None


def _questions(
    state: AgentState, text: str, classification: Classification, context: AgentContext
) -> tuple[Asked, ...]:
    """None of what an extension claims as a whole, nor where a model writes the answer: it reads the whole message."""
    is_of_documents = classification.intent in ("search", "comparison")
    if state.get("is_one_of_several") or not is_of_documents or "generator" in context.models:
        return ()
    return questions_in(text)
