"""An answer measured by the judge's model: its atomic claims against the passages, and what it leaves out or adds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from asgiref.sync import sync_to_async
from pydantic import Field

from chat.agent.context import AgentContext
from chat.agent.llm.calling import Prompt, decide
from chat.agent.llm.material import Material
from chat.agent.llm.prompts import prompt
from chat.agent.llm.replies import Decision, Line
from knowledge.retrieval.config import Passage

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


class Claim(Decision):
    text: Line
    supported: bool


class Judged(Decision):
    claims: list[Claim]
    relevance: float = Field(ge=0, le=1)
    omissions: list[Line] = []
    excess: list[Line] = []


async def judge(
    question: str, answer: str, language: str, evidence: Sequence[Passage], runtime: "Runtime[AgentContext]"
) -> Judged:
    """ModelUnavailable where it is not measured."""
    asked = await sync_to_async(prompt_for)(question, answer, language, evidence)
    return await decide("judge", asked, Judged, runtime)


def prompt_for(question: str, answer: str, language: str, evidence: Sequence[Passage]) -> Prompt:
    return prompt("judge", language, Material(language, question, evidence, draft=answer).values())
