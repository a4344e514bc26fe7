from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from asgiref.sync import sync_to_async

from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.extensions import of_intent
from chat.agent.llm.calling import by_model
from chat.agent.state import AgentState, Classification
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
    found, update = None, AgentState()
    if not _is_sure(by_rules, context):
        part = partial(classify_by_model, question, by_rules, runtime)
        found, update = await by_model("classifier", runtime, state, part)
    classification = found or by_rules
    if state.get("carried_course"):
        # Asked again of a course: what is asked of the answer before stays.
        first = state["classification"]
        classification = replace(classification, about=first.about, language=first.language)
    asked = classification.standalone or question.text
    # What an extension claims is no list of questions, and a model that writes the answer reads the whole message.
    is_split = classification.intent in ("search", "comparison") and "generator" not in context.models
    questions = questions_in(asked) if is_split and not state.get("is_one_of_several") else ()
    update |= {"classification": classification, "asked": asked, "repairs": repairs, "questions": questions}
    return update


def _is_sure(by_rules: Classification, context: AgentContext) -> bool:
    is_told = by_rules.intent == "general" or bool(by_rules.about)
    return is_told or of_intent(by_rules.intent, context.extensions) is not None
