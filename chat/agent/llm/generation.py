"""Generation by a language model: it reads the passages, and what it cites is tied to their sentences."""

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from string import Template
from time import perf_counter
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from langgraph.runtime import Runtime

from chat.agent.context import AgentContext
from chat.agent.events import Citation, TextDelta
from chat.agent.llm.embedded.quoting import cite
from chat.agent.llm.embedded.sentences import ranked
from chat.agent.llm.roles import RoleModel
from chat.agent.recording import ModelCall
from chat.agent.state import AgentState, Draft
from knowledge.retrieval.config import Passage

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
_MARK = re.compile(r"(\s?)\[(\d{1,2})\]")


async def generate_with_model(state: AgentState, runtime: Runtime[AgentContext]) -> Draft:
    language = state["classification"].language
    evidence = state["evidence"]
    template = (PROMPTS / f"generate.{language}.md").read_text(encoding="utf-8")
    prompt = Template(template).substitute(passages=_numbered(evidence), question=state["asked"])
    model = runtime.context.models["generator"]
    begun = perf_counter()
    text, usage = "", dict[str, int]()
    async for part in _client(model).astream(prompt):
        text += str(part.text)
        usage = part.usage_metadata or usage
        runtime.stream_writer(TextDelta(str(part.text)))
    runtime.stream_writer(
        ModelCall(
            role="generator",
            model=model.name,
            milliseconds=round(1000 * (perf_counter() - begun), 1),
            input_tokens=usage.get("input_tokens", 0),
            output_tokens=usage.get("output_tokens", 0),
            prompt_hash=sha256(template.encode()).hexdigest()[:16],
        )
    )
    return await sync_to_async(tie)(text, evidence, language, runtime.context.scope.collections)


def _client(model: RoleModel) -> Any:
    # Imported where a model is used: it takes about a second.
    from langchain.chat_models import init_chat_model

    options: dict[str, Any] = {"base_url": model.base_url} if model.base_url else {}
    return init_chat_model(
        model.name,
        temperature=model.temperature,
        max_tokens=model.max_tokens,
        timeout=settings.MODEL_TIMEOUT_SECONDS,
        **options,
    )


def _numbered(evidence: Sequence[Passage]) -> str:
    return "\n\n".join(
        f"[{number}] {passage.title} › {passage.section}\n{passage.section_text}"
        for number, passage in enumerate(evidence, start=1)
    )


def tie(text: str, evidence: Sequence[Passage], language: str, collections: tuple[int, ...]) -> Draft:
    """Each [n] of the text becomes a citation of the sentence of passage n that is nearest to the words before it.

    A number that names no passage is taken out.
    """
    citations: list[Citation] = []

    def numbered(mark: re.Match[str]) -> str:
        place = int(mark.group(2)) - 1
        if not 0 <= place < len(evidence):
            return ""
        said = _MARK.sub("", text[: mark.start()]).rstrip().rsplit("\n", 1)[-1][-300:]
        nearest = ranked(said, [evidence[place]], collections)
        if not nearest:
            return ""
        citations.append(cite(len(citations) + 1, nearest[0], language))
        return f"{mark.group(1)}[{len(citations)}]"

    return Draft(_MARK.sub(numbered, text), tuple(citations))
