"""Good answers to questions of the sample: quotations as they were composed, and prose over the same evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any
from zlib import crc32

import yaml
from asgiref.sync import async_to_sync

from chat.agent import context
from chat.agent.answers.citing import nearest, tie
from chat.agent.events import Question
from chat.agent.graph import compiled
from chat.agent.nodes.critique import brief_of
from chat.agent.state import Draft
from chat.agent.verification.claims import MARK
from chat.agent.verification.critic import Brief
from evaluation.metrics.answers import groups_met
from evaluation.metrics.base import Observation
from evaluation.models import Case
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import split

FOLDER = Path(__file__).parent
SETS = ("fit", "unseen")
COMPOSED = 18
_DOCUMENT = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True)
class Good:
    case: str
    kind: str
    """quotations or prose"""
    brief: Brief
    assistant: str
    question: Question
    evidence: tuple[Passage, ...]
    text: str
    """of quotations [n] is a citation of `draft`, of prose a place in the evidence, from 1"""
    draft: Draft

    def made(self, text: str) -> Draft:
        """The draft of another text: with the same citations, or tied to the evidence as a model's is."""
        if self.kind == "quotations":
            return replace(self.draft, text=text, own=())
        return tie(text, self.evidence, self.brief.language)

    def title_of(self, number: int) -> str:
        """Of the document that [number] of the text cites."""
        if self.kind == "prose":
            return self.evidence[number - 1].title
        return next(one.title for one in self.draft.citations if one.number == number)

    def for_a_model(self, text: str, given: int = 0) -> str:
        """As a model would have written it: [n] is a place in the evidence, or in a shorter one."""
        chunks = [passage.chunk_id for passage in self.evidence]
        places = {one.number: chunks.index(one.chunk_id) + 1 for one in self.draft.citations}

        def place(mark: re.Match[str]) -> str:
            number = int(mark[1]) if self.kind == "prose" else places[int(mark[1])]
            return f"[{(number - 1) % given + 1 if given else number}]"

        return MARK.sub(place, text).strip()


def good_answers(which: str) -> list[Good]:
    """Forty; `which` is one of SETS, that share no question."""
    prose = yaml.safe_load((FOLDER / "prose.yaml").read_text("utf-8"))[which]
    written = [found for entry in prose if (found := _written(entry))]
    cases = Case.objects.filter(dataset__slug__in=("guides", "regulations", "koalaroute")).exclude(facts=[])
    mine = [
        case for case in cases.select_related("dataset") if crc32(case.external_id.encode()) % 2 == SETS.index(which)
    ]
    mine.sort(key=lambda case: crc32(f"{case.external_id} {case.question}".encode()))
    by_dataset = (
        [case for case in mine if case.dataset.slug == slug] for slug in ("guides", "regulations", "koalaroute")
    )
    turns = (case for turn in zip_longest(*by_dataset) for case in turn if case)
    composed = [found for case in turns if (found := _composed(case))]
    return [*written, *composed[:COMPOSED]]


def _state(case: Case) -> tuple[dict[str, Any], context.AgentContext]:
    loaded = async_to_sync(context.load)(case.dataset.slug, None, (), "command")
    asked = {"question": Question(case.question, form=case.form)}
    return async_to_sync(compiled().ainvoke)(asked, context=loaded), loaded


def _composed(case: Case) -> Good | None:
    """Where every expected fact is in the answer: a good one."""
    state, loaded = _state(case)
    if state["status"] != "answered":
        return None
    draft = state["draft"]
    met = groups_met(Observation(case.kind, "answered", text=draft.text, facts=tuple(map(tuple, case.facts))))
    # What a composer says of its own accord, no model would write.
    quoted = "\n".join(line for line in draft.text.splitlines() if line not in draft.own).strip()
    return _good(case, "quotations", state, loaded, quoted, draft) if met and all(met) else None


def _written(entry: dict[str, str]) -> Good | None:
    """Where the documents that it cites were retrieved."""
    slug, _, external_id = entry["case"].partition("/")
    case = Case.objects.select_related("dataset").get(dataset__slug=slug, external_id=external_id)
    state, loaded = _state(case)
    evidence = state.get("evidence", ())
    named = set(_DOCUMENT.findall(entry["text"]))
    if not named <= {passage.document for passage in evidence}:
        return None
    text = _DOCUMENT.sub(lambda name: f"[{_place(name, evidence)}]", entry["text"])
    return _good(case, "prose", state, loaded, text, tie(text, evidence, state["classification"].language))


def _place(name: re.Match[str], evidence: Sequence[Passage]) -> int:
    """Of the passage of the document that says most of what stands before its name."""
    said = split(" ".join(_DOCUMENT.sub("", name.string[: name.start()]).split()))[-1]
    own = [place for place, passage in enumerate(evidence) if passage.document == name[1]]
    found = {place: nearest(said, evidence[place]) for place in own}
    return max(own, key=lambda place: ((one := found[place]) and one.score) or 0.0) + 1


def _good(case: Case, kind: str, state: Any, loaded: context.AgentContext, text: str, draft: Draft) -> Good | None:
    """Of several questions in one each is answered, and judged, by itself."""
    if "sides" not in state:
        return None
    name = f"{case.dataset.slug}/{case.external_id}"
    brief = brief_of(state, loaded)
    return Good(name, kind, brief, loaded.slug, state["question"], state["evidence"], text, draft)


def joined(good: Good, other: Good) -> Good:
    """The answer to another question, over the evidence of both."""
    offset = len(good.evidence)
    text = other.text
    if other.kind == "prose":
        text = MARK.sub(lambda mark: f"[{int(mark[1]) + offset}]", text)
    both = replace(other, brief=good.brief, question=good.question, evidence=(*good.evidence, *other.evidence))
    return replace(both, case=good.case, text=text)


def documents(goods: Sequence[Good]) -> set[str]:
    return {passage.document for good in goods for passage in good.evidence}
