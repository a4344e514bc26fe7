"""A draft judged by a language model: its scores and reasons; weights, thresholds and the sum are ours."""

from dataclasses import replace

from asgiref.sync import sync_to_async
from pydantic import Field

from chat.agent.context import AgentRuntime
from chat.agent.llm.calling import Decision, Line, Prompt, decide
from chat.agent.llm.fitting import with_passages_that_fit
from chat.agent.llm.material import Material
from chat.agent.llm.prompts import prompt
from chat.agent.state import AgentState, Critique, Draft
from chat.agent.verification.critic import WEIGHTS, decided

MAX_ISSUES = 10


class Criterion(Decision):
    score: float = Field(ge=0, le=1)
    reason: Line = ""


class Judgement(Decision):
    coherence: Criterion
    alignment: Criterion
    hallucination: Criterion
    completeness: Criterion
    citations: Criterion
    issues: list[Line] = []
    regenerate: bool = False


async def criticise(state: AgentState, draft: Draft, runtime: AgentRuntime) -> Critique:
    """ModelUnavailable where the model gives no judgement."""

    async def ask(tokens: int) -> Judgement:
        return await decide("critic", await sync_to_async(prompt_for)(state, draft, tokens), Judgement, runtime)

    said = await with_passages_that_fit("critic", runtime, ask)
    criteria = {name: getattr(said, name) for name in WEIGHTS}
    scores = {name: criterion.score for name, criterion in criteria.items()}
    reasons = {name: criterion.reason for name, criterion in criteria.items()}
    issues = tuple(issue for issue in said.issues if issue)[:MAX_ISSUES]
    found = decided(scores, reasons, issues, runtime.context.models["critic"].name)
    return replace(found, regenerate=found.regenerate or said.regenerate)


def prompt_for(state: AgentState, draft: Draft, tokens: int = 0) -> Prompt:
    """The passages by the numbers that the draft cites them by: each citation is shown with what it quotes."""
    language = state["classification"].language
    quoted = "\n".join(f"[{one.number}] {one.title} › {one.section}: {one.quote}" for one in draft.citations)
    material = Material(language, state["asked"], state["evidence"], draft=f"{draft.text}\n\n{quoted}", tokens=tokens)
    return prompt("critique", language, material.values())
