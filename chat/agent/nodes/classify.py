from collections.abc import Mapping

from asgiref.sync import sync_to_async
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.extensions import of_intent
from chat.agent.llm.fallback import run_with_fallback
from chat.agent.state import AgentState, Classification
from chat.agent.understanding.by_model import classify as classify_by_model
from chat.agent.understanding.by_rules import classify as classify_by_rules
from chat.agent.understanding.course_names import as_documents_say
from chat.agent.understanding.misspelt import repaired


async def classify(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Finds intent, subject, entities and language; misspelt words are repaired. Pure greetings, and messages that an
    extension claims, need no model, and stay as they are written."""
    question = state["question"]
    repairs: Mapping[str, str] = {}
    by_rules = await classify_by_rules(question, runtime.context)
    if not _is_sure(by_rules, runtime.context):
        question, repairs = await sync_to_async(repaired)(question, runtime.context.scope)
    if question != state["question"]:
        by_rules = await classify_by_rules(question, runtime.context)

    async def by_model() -> Classification:
        return by_rules if _is_sure(by_rules, runtime.context) else await classify_by_model(question, by_rules, runtime)

    async def without_model() -> Classification:
        return by_rules

    classification, update = await run_with_fallback("classifier", runtime, state, by_model, without_model)
    asked = classification.standalone or question.text
    if classification.intent != "general":
        asked = await sync_to_async(as_documents_say)(asked, runtime.context.scope)
    return {**update, "classification": classification, "asked": asked, "repairs": repairs}


def _is_sure(by_rules: Classification, context: AgentContext) -> bool:
    return by_rules.intent == "general" or of_intent(by_rules.intent, context.extensions) is not None
