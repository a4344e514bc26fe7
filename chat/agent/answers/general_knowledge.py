"""An answer that no document backs, where the assistant allows it: it cites nothing, and says so."""

from typing import TYPE_CHECKING

from chat.agent import phrases
from chat.agent.answers.citing import MARK
from chat.agent.answers.cleaning import cleaned
from chat.agent.answers.generated import ABSENT, Written
from chat.agent.answers.guard import is_in_another_language, leaks
from chat.agent.context import AgentContext
from chat.agent.events import TextDelta
from chat.agent.llm.calling import Prompt, write
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.material import Material, asked_with_form
from chat.agent.llm.prompts import prompt
from chat.agent.state import AgentState, Draft

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

MAX_CHARACTERS = 4000


def is_allowed(context: AgentContext) -> bool:
    return context.general_knowledge and "generator" in context.models


async def generate(state: AgentState, runtime: "Runtime[AgentContext]") -> Written:
    """ModelUnavailable where it says too much, or what it must not."""
    language = state["classification"].language
    asked = prompt_for(state, runtime.context)
    said = MARK.sub("", cleaned(await write("generator", asked, runtime), ())).strip()
    if not said or ABSENT in said:
        return Written(Draft("", ()), absent=True)
    draft = Draft(f"*{phrases.general_knowledge(language)}*\n\n{said}", ())
    if len(said) > MAX_CHARACTERS or leaks(said, asked) or is_in_another_language(Draft(said, ()), language):
        raise ModelUnavailable("generator", "its answer is too long, leaks its instructions or is in another language")
    runtime.stream_writer(TextDelta(draft.text))
    return Written(draft, general=True)


def prompt_for(state: AgentState, context: AgentContext) -> Prompt:
    question, language = state["question"], state["classification"].language
    said = asked_with_form(state["asked"], question, context.form)
    values = Material(language, said, history=question.history).values()
    name = context.names.get(language, context.slug)
    return prompt("general", language, values | {"name": name, "only": context.only or name, "absent": ABSENT})
