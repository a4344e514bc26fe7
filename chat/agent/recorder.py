"""The recorder: watches one run and saves its trace. The nodes do not know about it."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from time import perf_counter
from typing import Any, Literal
from uuid import UUID

from asgiref.sync import sync_to_async

from chat import budgets
from chat.agent.context import AgentContext
from chat.agent.events import Answer, Question
from chat.agent.state import AgentState
from chat.models import Message, Trace
from chat.tracing.redaction import Redactor, redactor, strings
from chat.tracing.rows import attempt_row, entities_of, filters_of, passage_row, readable


@dataclass
class ModelCall:
    """One call of a language model, sent to the stream by the node that made it."""

    role: str
    model: str
    milliseconds: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    prompt_hash: str = ""
    cost: float | None = 0.0
    """US dollars; None where the model has no known price"""
    failure: str = ""
    """why the rule-based implementation took over; empty where the model's answer was used"""
    requests: int = 0
    """number of requests, including retries and repair; 0 where the circuit breaker was open"""
    outcome: Literal["ok", "repaired", "failed"] = "ok"


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
    _within: float = 0.0
    """milliseconds of the nodes that ran within the one that is running"""

    def started(self, task: str, node: str) -> None:
        self._running[task] = (node, perf_counter())

    def finished(self, task: str, update: Mapping[str, Any] | None, *, is_within: bool = False) -> None:
        """`is_within` another node, whose own time is what it took besides."""
        node, begun = self._running.pop(task)
        spent = 1000 * (perf_counter() - begun)
        if is_within:
            self._within += spent
        else:
            self.state |= update or {}  # type: ignore[typeddict-item]
            spent, self._within = spent - self._within, 0.0
        detail = readable(update or {})
        if node == "retrieve":
            detail["filters"] = filters_of(self.context.scope)
        self.spans.append({"name": node, "ms": round(spent, 2), "detail": detail})

    def remembered(self, state: AgentState) -> None:
        """Records a cached answer: nothing ran, and an earlier run ended with this state."""
        self.state = {**state, "answer": replace(state["answer"], cached=True)}
        self.spans.append({"name": "cache", "ms": self._spent(), "detail": {"from_cache": True}})

    async def save(self) -> Answer:
        """The answer of the run, with its time and the saved trace."""
        cost = None if None in (call.cost for call in self.calls) else self._cost()
        answer = replace(self.state["answer"], milliseconds=self._spent(), cost=cost, trace_id=self.trace_id)
        told = {name: getattr(answer, name) for name in ("status", "intent", "language", "confidence")}
        await self._create(answer=answer.text, **told)
        return answer

    def _cost(self) -> float:
        """Sum over the calls whose price is known."""
        return sum(call.cost or 0 for call in self.calls)

    async def save_failure(self, error: Exception) -> None:
        for node, begun in self._running.values():
            spent = round(1000 * (perf_counter() - begun), 2)
            self.spans.append({"name": node, "ms": spent, "detail": {"failed": True}})
        await self._create(status="failed", error=f"{type(error).__name__}: {error}")

    async def save_stopped(self) -> None:
        await self._create(status="stopped")

    async def _create(self, **outcome: Any) -> None:
        policy, classification = self.state.get("policy"), self.state.get("classification")
        columns: dict[str, Any] = {
            "question": self.question.text,
            "policy": asdict(policy) if policy else {},
            "queries": list(self.state.get("queries", ())),
            "spans": self.spans,
            "attempts": [attempt_row(attempt) for attempt in self.state.get("attempts", ())],
            "entities": entities_of(classification, self.question),
            "model_calls": [asdict(call) for call in self.calls],
            **outcome,
        }
        await self.pay()
        await Trace.objects.acreate(
            id=self.trace_id,
            message_id=self.message_id,
            session=await self._session(),
            assistant_id=self.context.assistant_id,
            origin=self.context.origin,
            # Documents are public facts; everything else contains the user's text.
            retrieved=[passage_row(passage) for passage in self.state.get("evidence", ())],
            cost=self._cost(),
            outcome=self.state.get("outcome", ""),
            degraded=list(self.state.get("degraded", ())),
            milliseconds=self._spent(),
            **self._redactor(columns).plain(columns),
        )

    async def pay(self) -> None:
        payer = self.context.payer
        tokens = sum(call.input_tokens + call.output_tokens for call in self.calls)
        if payer and tokens:
            await sync_to_async(budgets.charge)(payer, tokens, self._cost())

    def _redactor(self, columns: Mapping[str, Any]) -> Redactor:
        policy = self.state.get("policy")
        # A run that ended before the decision may have been about anybody.
        about_a_person = policy is None or (not policy.allowed and policy.rule != "out_of_scope")
        said = [self.question.text, *(turn.text for turn in self.question.history if turn.role == "user")]
        said += strings(self.question.form)
        made = redactor(said, list(strings(columns)), self._published(), about_a_person=about_a_person)
        classification = self.state.get("classification")
        if not (classification and about_a_person):
            return made
        meant = (classification.entities.person, *classification.entities.people)
        return replace(made, people=(*filter(None, meant), *made.people))

    def _published(self) -> Iterator[str]:
        """Texts of the documents that the answer used, and of its quotes; and the organisation's own contacts."""
        yield from self.context.help_cards.values()
        drafts = [attempt.draft for attempt in self.state.get("attempts", ())]
        drafts += [self.state["draft"]] if "draft" in self.state else []
        yield from (passage.section_text for passage in self.state.get("evidence", ()))
        for citation in (citation for draft in drafts for citation in draft.citations):
            yield from (citation.quote, citation.title, citation.section, citation.document, citation.url)

    async def _session(self) -> str:
        """The conversation that the answer belongs to."""
        answers = Message.objects.filter(pk=self.message_id).values_list("conversation_id", flat=True)
        return str(await answers.afirst() or "") if self.message_id else ""

    def _spent(self) -> float:
        return round(1000 * (perf_counter() - self.begun), 2)
