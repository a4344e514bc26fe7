from asgiref.sync import sync_to_async

from chat.agent.answers import generated as generation
from chat.agent.answers.about_answer import in_short
from chat.agent.answers.extractive import compose
from chat.agent.answers.formats.changes import told_changes
from chat.agent.answers.formats.comparison import compare
from chat.agent.answers.formats.summary import summarise
from chat.agent.answers.generated import Written, general_knowledge, is_general_allowed
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import TextRestarted, stream
from chat.agent.extensions import planning
from chat.agent.llm.calling import by_model
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.state import AgentState, Attempt, Critique, Draft
from chat.agent.verification.critic import WEIGHTS


async def generate(state: AgentState, runtime: AgentRuntime) -> AgentState:
    """Writes the answer: by the language model where one is configured, else from quotations."""
    rejected: list[Attempt] = []

    async def written() -> Written:
        if state["assessment"].verdict == "general":
            return await general_knowledge(state, runtime)
        made = await _written(state, runtime, rejected)
        if made.status == "not_found" and is_general_allowed(runtime.context):
            return await general_knowledge(state, runtime)
        return made

    async def composed() -> Written:
        assessment = state["assessment"]
        # A model was configured to judge the evidence, or to answer from general knowledge.
        if assessment.verdict == "general" or assessment.confidence < state["threshold"]:
            return Written(Draft("", ()), status="not_found")
        draft = await sync_to_async(_composed)(state, runtime.context)
        if not draft.text:
            return Written(draft, status="not_found")
        if rejected or state.get("attempts"):
            runtime.stream_writer(TextRestarted())
        stream(draft.text, draft.citations, runtime.stream_writer)
        return Written(draft)

    if planning(state, runtime.context.extensions):
        # In the extension's own format, so that the next message can change just a part of it.
        made, update = None, AgentState()
    else:
        made, update = await by_model("generator", runtime, state, written)
    made = made or await composed()
    if rejected:
        update = {**update, "attempts": (*state.get("attempts", ()), rejected[0])}
    return {**update, "status": made.status, "draft": made.draft}


async def _written(state: AgentState, runtime: AgentRuntime, rejected: list[Attempt]) -> Written:
    """A draft that cannot be shown counts as an attempt. Raises ModelUnavailable where the last one cannot be shown
    either."""
    if state.get("attempts"):
        runtime.stream_writer(TextRestarted())
    made = await generation.generate(state, runtime)
    if made.objections and not state.get("attempts"):
        rejected.append(Attempt(made.draft, _rejection(made.objections)))
        runtime.stream_writer(TextRestarted())
        made = await generation.generate({**state, "attempts": tuple(rejected)}, runtime)
    if made.objections:
        rejected.append(Attempt(made.draft, _rejection(made.objections)))
        raise ModelUnavailable("generator", f"its answer was rejected. {' '.join(made.objections)}")
    return made


def _rejection(objections: tuple[str, ...]) -> Critique:
    return Critique(dict.fromkeys(WEIGHTS, 0.0), 0.0, regenerate=True, issues=objections, by="rules")


def _composed(state: AgentState, context: AgentContext) -> Draft:
    intent, language = state["classification"].intent, state["classification"].language
    evidence = state["evidence"]
    if compared := state.get("compared"):
        return told_changes(compared, language)
    if sides := state["sides"]:
        return compare(sides, evidence, language)
    if intent == "summary":
        return summarise(state["query"], evidence, language)
    if extension := planning(state, context.extensions):
        return extension.compose(state, evidence)
    if state["classification"].about == "simpler":
        return in_short(state["ranked"], language)
    return compose(state["ranked"], language, wants_all=bool(state["whole"]))
