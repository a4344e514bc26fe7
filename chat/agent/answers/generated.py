"""An answer written by a language model from numbered passages, and what it cites tied to their sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template

from asgiref.sync import sync_to_async

from chat.agent.answers.citing import tie
from chat.agent.answers.cleaning import cleaned
from chat.agent.answers.guard import Told, objections
from chat.agent.context import AgentContext, AgentRuntime
from chat.agent.events import Status
from chat.agent.llm.calling import Prompt, write
from chat.agent.llm.material import Material, asked_with_form
from chat.agent.llm.prompts import prompt, text_of
from chat.agent.state import AgentState, Draft
from chat.agent.streaming import stream
from chat.agent.verification.verify import verified

ABSENT = "NOT-IN-THE-PASSAGES"
"""what a model writes where the passages do not hold the answer"""


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
    asked = await sync_to_async(prompt_for)(state, runtime.context)
    # Nobody reads along: what a model writes is told once every sentence of it was looked up in what it cites.
    text = await write("generator", asked, runtime)
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


def prompt_for(state: AgentState, context: AgentContext) -> Prompt:
    classification = state["classification"]
    language, attempts = classification.language, state.get("attempts", ())
    material = Material(
        language,
        asked_with_form(state["asked"], state["question"], context.form),
        state["evidence"],
        state["question"].history,
        attempts[-1].draft.text if attempts else "",
    )
    shape, again = text_of(f"generate.{shape_of(state)}", language), text_of("generate.again", language)
    values = material.values() | {"name": context.names.get(language, context.slug), "absent": ABSENT, "shape": shape}
    values["again"] = _again(again, values["draft"], attempts[-1].critique.issues, material) if attempts else ""
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


def _again(template: str, draft: str, issues: Sequence[str], material: Material) -> str:
    said = "\n".join(f"- {issue}" for issue in issues)
    return Template(template).substitute(draft=draft, issues=material.fence.around("issues", said))
