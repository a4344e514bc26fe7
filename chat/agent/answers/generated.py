"""What a language model writes: an answer from numbered passages, with what it cites tied to their sentences; without
documents small talk, and general knowledge where the assistant allows it, which cites nothing and says so."""

from dataclasses import dataclass
from string import Template

from asgiref.sync import sync_to_async

from chat.agent.answers.citing import MARK, tie
from chat.agent.answers.guard import Told, cleaned, is_in_another_language, leaks, objections
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import Status, TextDelta, stream
from chat.agent.llm.calling import Prompt, adds_nothing, write
from chat.agent.llm.failures import ModelUnavailable
from chat.agent.llm.fitting import with_passages_that_fit
from chat.agent.llm.material import Material, asked_with_form
from chat.agent.llm.prompts import prompt, text_of
from chat.agent.llm.roles import Role
from chat.agent.phrases import GENERAL_KNOWLEDGE, say
from chat.agent.state import AgentState, Draft
from chat.agent.verification.verify import verified

ABSENT = "NOT-IN-THE-PASSAGES"
"""what a model writes where the passages do not hold the answer"""
MAX_GENERAL_CHARACTERS, MAX_SMALL_TALK_CHARACTERS = 4000, 1200


@dataclass(frozen=True)
class Written:
    draft: Draft
    objections: tuple[str, ...] = ()
    """why it cannot be shown"""
    status: Status = "answered"
    """not_found where the model found no answer in the passages, general for its own knowledge, said to be that"""


async def generate(state: AgentState, runtime: AgentRuntime) -> Written:
    """ModelUnavailable where there is no answer."""
    language, evidence = state["classification"].language, state["evidence"]

    # Nobody reads along: what a model writes is told once every sentence of it was looked up in what it cites.
    async def ask(tokens: int) -> tuple[Prompt, str]:
        asked = await sync_to_async(prompt_for)(state, runtime.context, tokens)
        return asked, await write("generator", asked, runtime)

    asked, text = await with_passages_that_fit("generator", runtime, ask)
    if ABSENT in text[: 3 * len(ABSENT)]:
        return Written(Draft("", ()), status="not_found")
    made = await sync_to_async(_checked)(text, Told(asked, state["asked"], evidence, language))
    if not made.objections:
        stream(made.draft.text, made.draft.citations, runtime.stream_writer)
    return made


def _checked(text: str, told: Told) -> Written:
    draft = tie(cleaned(text, told.evidence), told.evidence, told.language)
    left = verified(draft, told.evidence, told.language)
    found = tuple(objections(text, draft, left, told))
    return Written(draft if found else left, found)


def prompt_for(state: AgentState, context: AgentContext, tokens: int = 0) -> Prompt:
    classification = state["classification"]
    language, attempts = classification.language, state.get("attempts", ())
    material = Material(
        language,
        asked_with_form(state["asked"], state["question"], context.form),
        state["evidence"],
        state["question"].history,
        attempts[-1].draft.text if attempts else "",
        tokens,
    )
    shape, again = text_of(f"generate.{shape_of(state)}", language), text_of("generate.again", language)
    values = material.values() | {"name": context.name_in(language), "absent": ABSENT, "shape": shape}
    values["again"] = ""
    if attempts:
        issues = material.fence.around("issues", "\n".join(f"- {issue}" for issue in attempts[-1].critique.issues))
        values["again"] = Template(again).substitute(draft=values["draft"], issues=issues)
    return prompt("generate", language, values, includes=shape + (again if attempts else ""))


def shape_of(state: AgentState) -> str:
    """Which template the answer follows: its intent's; what is asked for of a course as a whole; else its subject's."""
    classification, entities = state["classification"], state["classification"].entities
    if classification.intent in ("summary", "comparison", "itinerary"):
        return classification.intent
    is_of_course = classification.subject == "course" or entities.course or entities.courses
    if is_of_course and state["whole"] in ("assessment", "bibliography"):
        return state["whole"]
    return {"professor": "contact", "procedure": "procedure"}.get(classification.subject, "search")


def is_general_allowed(context: AgentContext) -> bool:
    return context.general_knowledge and "generator" in context.models


async def general_knowledge(state: AgentState, runtime: AgentRuntime) -> Written:
    question, context, language = state["question"], runtime.context, state["classification"].language
    material = Material(language, asked_with_form(state["asked"], question, context.form), history=question.history)
    name = context.name_in(language)
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
    name = runtime.context.name_in(language)
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
