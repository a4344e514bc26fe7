"""The recorder: watches one run and saves its trace. The nodes know nothing of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from time import perf_counter
from typing import Any
from uuid import UUID

from chat.agent.context import AgentContext
from chat.agent.events import Answer, Question
from chat.agent.state import AgentState, Attempt
from chat.models import Trace
from knowledge.retrieval.config import Passage


@dataclass(frozen=True)
class ModelCall:
    """One call of a language model, written to the stream by the node that made it."""

    role: str
    model: str
    milliseconds: float
    input_tokens: int
    output_tokens: int
    prompt_hash: str


@dataclass
class Recorder:
    trace_id: UUID
    question: Question
    context: AgentContext
    message_id: UUID | None
    begun: float = field(default_factory=perf_counter)
    state: AgentState = field(default_factory=AgentState)
    spans: list[dict[str, Any]] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    _running: dict[str, tuple[str, float]] = field(default_factory=dict)

    def started(self, task: str, node: str) -> None:
        self._running[task] = (node, perf_counter())

    def finished(self, task: str, update: Mapping[str, Any] | None) -> None:
        node, begun = self._running.pop(task)
        self.state |= update or {}  # type: ignore[typeddict-item]
        spent = 1000 * (perf_counter() - begun)
        self.spans.append({"name": node, "ms": round(spent, 2), "detail": readable(update or {})})

    def called(self, call: ModelCall) -> None:
        self.calls.append(call)

    async def save(self) -> Answer:
        """The answer of the run, with its time and the trace that was saved."""
        answer = replace(self.state["answer"], milliseconds=self._spent(), trace_id=self.trace_id)
        await self._create(
            answer=answer.text,
            status=answer.status,
            intent=answer.intent,
            language=answer.language,
            confidence=answer.confidence,
        )
        return answer

    async def save_failure(self, error: Exception) -> None:
        for node, begun in self._running.values():
            self.spans.append(
                {"name": node, "ms": round(1000 * (perf_counter() - begun), 2), "detail": {"failed": True}}
            )
        await self._create(status="failed", error=f"{type(error).__name__}: {error}")

    async def save_stopped(self) -> None:
        await self._create(status="stopped")

    async def _create(self, **outcome: Any) -> None:
        policy, classification = self.state.get("policy"), self.state.get("classification")
        await Trace.objects.acreate(
            id=self.trace_id,
            message_id=self.message_id,
            assistant_id=self.context.assistant_id,
            origin=self.context.origin,
            question=self.question.text,
            policy=asdict(policy) if policy else {},
            queries=list(self.state.get("queries", ())),
            retrieved=[_passage(passage) for passage in self.state.get("evidence", ())],
            spans=self.spans,
            model_calls=[asdict(call) for call in self.calls],
            attempts=[_attempt(attempt) for attempt in self.state.get("attempts", ())],
            outcome=self.state.get("outcome", ""),
            degraded=list(self.state.get("degraded", ())),
            entities=asdict(classification.entities) if classification else {},
            milliseconds=self._spent(),
            **outcome,
        )

    def _spent(self) -> float:
        return round(1000 * (perf_counter() - self.begun), 2)


# Kept in columns of their own, or the same as what stands beside them.
UNREAD = ("evidence", "answer", "question", "attempts")


def readable(update: Mapping[str, Any]) -> dict[str, Any]:
    """What a node found out, small enough to be read: passages are listed once, in Trace.retrieved."""
    return {name: _plain(value) for name, value in update.items() if name not in UNREAD}


def _plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _attempt(attempt: Attempt) -> dict[str, Any]:
    findings = [asdict(finding) for finding in attempt.draft.findings]
    return {"text": attempt.draft.text, "findings": findings, **asdict(attempt.critique)}


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "chunk": passage.chunk_id,
        "document": passage.document,
        "document_id": passage.document_id,
        "title": passage.title,
        "section": passage.section,
        "page": passage.page,
        "score": round(passage.score, 4),
        "dense": round(passage.dense, 4),
        "lexical": round(passage.lexical, 4),
        "in_force": passage.in_force,
        "text": passage.text,
    }
