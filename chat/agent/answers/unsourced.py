"""What a model writes without documents: small talk, and general knowledge where the assistant allows it. It cites
nothing, and general knowledge says so."""

from chat.agent.answers.citing import MARK
from chat.agent.answers.cleaning import cleaned
from chat.agent.answers.generated import ABSENT, Written
from chat.agent.answers.guard import is_in_another_language, leaks
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import TextDelta
from chat.agent.llm.calling import Prompt, write
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.material import Material, asked_with_form
from chat.agent.llm.prompts import prompt
from chat.agent.llm.replies import adds_nothing
from chat.agent.llm.roles import Role
from chat.agent.phrases import GENERAL_KNOWLEDGE, say
from chat.agent.state import AgentState, Draft

MAX_GENERAL_CHARACTERS, MAX_SMALL_TALK_CHARACTERS = 4000, 1200


def is_general_allowed(context: AgentContext) -> bool:
    return context.general_knowledge and "generator" in context.models


async def general_knowledge(state: AgentState, runtime: AgentRuntime) -> Written:
    question, context, language = state["question"], runtime.context, state["classification"].language
    material = Material(language, asked_with_form(state["asked"], question, context.form), history=question.history)
    name = context.names.get(language, context.slug)
    values = material.values() | {"name": name, "only": context.only or name, "absent": ABSENT}
    said = await _said("generator", prompt("general", language, values), language, MAX_GENERAL_CHARACTERS, runtime)
    if not said or ABSENT in said:
        return Written(Draft("", ()), status="not_found")
    draft = Draft(f"*{say(GENERAL_KNOWLEDGE, language)}*\n\n{said}", ())
    runtime.stream_writer(TextDelta(draft.text))
    return Written(draft, status="general")


async def small_talk(state: AgentState, runtime: AgentRuntime) -> Draft:
    """It may be kind, and may say nothing that is not in the conversation."""
    question, language = state["question"], state["classification"].language
    name = runtime.context.names.get(language, runtime.context.slug)
    asked = small_talk_prompt(state, name)
    said = await _said("converse", asked, language, MAX_SMALL_TALK_CHARACTERS, runtime)
    if not said or not adds_nothing(said, [name, question.text, *(turn.text for turn in question.history)]):
        raise ModelUnavailable("converse", "its answer says nothing, or what nobody has said")
    runtime.stream_writer(TextDelta(said))
    return Draft(said, ())


def small_talk_prompt(state: AgentState, name: str) -> Prompt:
    question, language = state["question"], state["classification"].language
    values = Material(language, question.text, history=question.history).values()
    return prompt("converse", language, values | {"name": name})


async def _said(role: Role, asked: Prompt, language: str, most: int, runtime: AgentRuntime) -> str:
    """ModelUnavailable where it says too much, or what it must not."""
    said = MARK.sub("", cleaned(await write(role, asked, runtime), ())).strip()
    if len(said) > most or leaks(said, asked) or is_in_another_language(Draft(said, ()), language):
        raise ModelUnavailable(role, "its answer is too long, leaks its instructions or is in another language")
    return said
