"""The answers to the questions of a message, one after the other, each under its question."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import mean
from typing import cast

from chat.agent.answers.citations import escape
from chat.agent.events import Answer, Citation
from chat.agent.state import AgentState, Draft
from chat.agent.verification.claims import MARK, numbers_in

OF_SUREST = ("query", "threshold", "assessment", "outcome")


def one_by_one(state: AgentState, ran: Sequence[AgentState]) -> AgentState:
    """What their runs found out, as of one. At least one of them is answered."""
    answered = [one for one in ran if one["answer"].status == "answered"]
    surest = max(answered, key=lambda one: one["answer"].confidence)
    ranked = [quote for one in ran for quote in one.get("ranked", ())]
    answer = _answer(state, ran, answered)
    refused = next((one["policy"] for one in ran if not one["policy"].allowed), state["policy"])
    of_surest = {name: surest.get(name) for name in OF_SUREST if name in surest}
    return {
        **cast("AgentState", of_surest),
        "policy": refused,
        "status": "answered",
        "queries": tuple(query for one in ran for query in one.get("queries", ())),
        "sides": (),
        "evidence": answer.retrieved,
        "ranked": tuple(sorted(ranked, key=lambda quote: -quote.score)),
        "attempts": tuple(attempt for one in ran for attempt in one.get("attempts", ())),
        "draft": Draft(answer.text, answer.citations),
        "answer": answer,
    }


def _answer(state: AgentState, ran: Sequence[AgentState], answered: Sequence[AgentState]) -> Answer:
    answers = [one["answer"] for one in ran]
    good = [one["answer"] for one in answered]
    text, citations = _told([one.said for one in state["questions"]], answers)
    return replace(
        good[0],
        text=text,
        citations=citations,
        language=state["classification"].language,
        retrieved=tuple({one.chunk_id: one for answer in answers for one in answer.retrieved}.values()),
        confidence=min(answer.confidence for answer in good),
        choices=tuple(dict.fromkeys(choice for answer in answers for choice in answer.choices)),
        need=next((answer.need for answer in answers if answer.need), ""),
        elsewhere=next((answer.elsewhere for answer in answers if answer.elsewhere), None),
        scores={name: mean(answer.scores[name] for answer in good if name in answer.scores) for name in good[0].scores},
        attempts=max(answer.attempts for answer in answers),
    )


def _told(questions: Sequence[str], answers: Sequence[Answer]) -> tuple[str, tuple[Citation, ...]]:
    """Two that are answered by the same quotations stand above them together."""
    headings: dict[tuple[str, ...], list[str]] = {}
    told: dict[tuple[str, ...], Answer] = {}
    for question, answer in zip(questions, answers, strict=True):
        quoted = tuple(citation.quote for citation in answer.citations) or (answer.text,)
        headings.setdefault(quoted, []).append(escape(question))
        told.setdefault(quoted, answer)
    paragraphs, citations = [], list[Citation]()
    for quoted, answer in told.items():
        paragraphs += [f"### {' '.join(headings[quoted])}", _renumbered(answer.text, len(citations))]
        citations += [replace(one, number=one.number + len(citations)) for one in answer.citations]
    return "\n\n".join(paragraphs), tuple(citations)


def _renumbered(text: str, before: int) -> str:
    """Its citations behind those of the answers before it."""
    return MARK.sub(lambda mark: f"[{', '.join(str(one + before) for one in numbers_in(mark[0]))}]", text)
