"""A refusal that is not certain: the documents decide, and what stays refused leaves no passages."""

from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, AnswerReady, Question
from chat.agent.graph import after_assessment, after_policy
from chat.agent.state import AgentState, Assessment, Classification, PolicyDecision
from chat.models import Assistant, Trace
from knowledge.tests.corpus import Text, add, collection

DOUBTFUL = PolicyDecision(False, "personal_data", "no rule; the classifier: 60%", certain=False, needed_confidence=0.5)
THRESHOLD = 0.4
SURE = DOUBTFUL.needed_confidence
CERTAIN = PolicyDecision(False, "personal_data", "where somebody lives")
GATES = Text("gates.md", "Horario", "El edificio central abre de lunes a viernes de 8:15 h a 21:45 h.")
LOANS = Text("loans.md", "Préstamo", "La biblioteca presta diez libros durante quince días.")


def state(policy: PolicyDecision, assessment: Assessment | None = None, intent: str = "search") -> AgentState:
    made = AgentState(policy=policy, threshold=THRESHOLD, classification=Classification(intent, "es", "", 1.0))  # type: ignore[arg-type]
    return {**made, "assessment": assessment} if assessment else made


def test_only_what_is_refused_for_certain_is_not_searched_for() -> None:
    assert after_policy(state(CERTAIN)) == "refuse"
    assert after_policy(state(DOUBTFUL)) == "retrieve"
    assert after_policy(state(PolicyDecision(True))) == "retrieve"


def test_without_documents_a_doubt_is_a_refusal() -> None:
    assert after_policy(state(DOUBTFUL, intent="general")) == "refuse"


@pytest.mark.parametrize(
    ("assessment", "following"),
    [
        (Assessment("good", SURE, ""), "generate"),
        (Assessment("good", SURE - 0.01, ""), "refuse"),
        (Assessment("weak", SURE, ""), "refuse"),
        (Assessment("nothing", 0.1, ""), "refuse"),
        (Assessment("ambiguous", SURE, "", "course", ("Álgebra", "Redes")), "refuse"),
    ],
)
def test_in_doubt_only_a_sure_answer_is_given(assessment: Assessment, following: str) -> None:
    assert after_assessment(state(DOUBTFUL, assessment)) == following


@pytest.mark.parametrize(("rule", "following"), [("misconduct", "generate"), ("personal_data", "refuse")])
def test_nobody_hands_in_a_summary_that_quotes_documents(rule: str, following: str) -> None:
    summary = state(replace(DOUBTFUL, rule=rule), Assessment("good", THRESHOLD, ""), intent="summary")
    assert after_assessment(summary) == following


@pytest.fixture
def in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    where = collection()
    add(where, GATES)
    add(where, LOANS)
    Assistant.objects.create(slug="rules").collections.add(where)
    monkeypatch.setattr("chat.agent.nodes.check_policy.decide", lambda *_arguments: DOUBTFUL)


def ask(text: str) -> Answer:
    return async_to_sync(_ask)(text)


async def _ask(text: str) -> Answer:
    loaded = await context.load("rules", origin="command")
    last = [event async for event in run.stream(Question(text), loaded)][-1]
    assert isinstance(last, AnswerReady)
    return last.answer


@pytest.mark.django_db
@pytest.mark.usefixtures("in_doubt")
def test_what_the_documents_answer_is_answered() -> None:
    answer = ask("¿A qué hora abre el edificio central?")
    assert (answer.status, answer.citations[0].document) == ("answered", "gates.md")


@pytest.mark.django_db
@pytest.mark.usefixtures("in_doubt")
def test_what_they_do_not_is_refused_and_leaves_no_passages() -> None:
    answer = ask("¿Qué menú hay hoy en la cafetería de Medicina?")
    assert answer.text.startswith("No he encontrado en los documentos nada que responda")
    trace = Trace.objects.get()
    assert (answer.status, answer.retrieved, trace.retrieved) == ("refused", (), [])
    assert GATES.text not in str(trace.spans)
