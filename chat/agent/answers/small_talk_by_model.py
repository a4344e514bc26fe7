"""Small talk by a language model; it may be kind, and may say nothing that is not in the conversation."""

from typing import TYPE_CHECKING

from chat.agent.answers.citing import MARK
from chat.agent.answers.cleaning import cleaned
from chat.agent.answers.guard import is_in_another_language, leaks
from chat.agent.context import AgentContext
from chat.agent.events import TextDelta
from chat.agent.llm.calling import Prompt, write
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.material import Material
from chat.agent.llm.prompts import prompt
from chat.agent.llm.replies import adds_nothing
from chat.agent.state import AgentState, Draft

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

MAX_CHARACTERS = 1200


async def converse(state: AgentState, runtime: "Runtime[AgentContext]") -> Draft:
    """ModelUnavailable where it says nothing, or what it must not."""
    question, language = state["question"], state["classification"].language
    name = runtime.context.names.get(language, runtime.context.slug)
    asked = prompt_for(state, name)
    draft = Draft(MARK.sub("", cleaned(await write("converse", asked, runtime), ())), ())
    sources = [name, question.text, *(turn.text for turn in question.history)]
    if not draft.text or len(draft.text) > MAX_CHARACTERS or not adds_nothing(draft.text, sources):
        raise ModelUnavailable("converse", "its answer says nothing, too much, or what nobody has said")
    if leaks(draft.text, asked) or is_in_another_language(draft, language):
        raise ModelUnavailable("converse", "its answer repeats its instructions or is in another language")
    runtime.stream_writer(TextDelta(draft.text))
    return draft


def prompt_for(state: AgentState, name: str) -> Prompt:
    question, language = state["question"], state["classification"].language
    values = Material(language, question.text, history=question.history).values()
    return prompt("converse", language, values | {"name": name})
