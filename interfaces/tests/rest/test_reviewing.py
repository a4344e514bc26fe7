"""What reviewers' programs read: traces, feedback, datasets, runs."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from chat.models import Assistant, Conversation, Feedback, Message, Trace
from evaluation.models import Dataset, Run
from interfaces.models import Scope
from interfaces.tests.people import Program

DATASET = """
slug: loans
name: Loans
cases:
  - id: books
    question: How many books may I borrow?
    facts: [[eight]]
"""


@pytest.fixture
def reviewer(programs: dict[str, Program]) -> Program:
    return programs["reviewer"]


@pytest.fixture
def answer(assistant: Assistant, people: dict[str, User]) -> Message:
    talk = Conversation.objects.create(assistant=assistant, user=people["student"], title="Books?")
    Message.objects.create(conversation=talk, role="user", text="Books?")
    made = Message.objects.create(conversation=talk, role="assistant", text="Eight. [1]", status="answered")
    Trace.objects.create(message=made, assistant=assistant, origin="chat", question="Books?", status="answered")
    Trace.objects.create(assistant=assistant, origin="api", question="Films?", status="not_found")
    return made


def test_traces_are_listed_read_and_added_up(reviewer: Program, answer: Message) -> None:
    rows = reviewer.get("traces").json()["results"]
    assert [row["question"] for row in rows] == ["Films?", "Books?"]
    assert [row["assistant"] for row in reviewer.get("traces", status="answered").json()["results"]] == ["library"]
    assert reviewer.get("traces", since="2999-01-01T00:00:00Z").json()["results"] == []
    assert [row["origin"] for row in reviewer.get("traces", origin="api").json()["results"]] == ["api"]
    whole = reviewer.get(f"traces/{rows[0]['id']}").json()
    assert (whole["question"], whole["spans"]) == ("Films?", [])
    told = reviewer.get(f"traces/{rows[0]['id']}/markdown")
    assert told["Content-Type"].startswith("text/markdown")
    assert told.content.decode().startswith("# Films?")
    report = reviewer.get("traces/report", since="2020-01-01").json()
    assert report["totals"]["answers"] == 2
    assert report["unanswered"][0]["question"] == "Films?"
    assert reviewer.get("traces/report", assistant="nobody").status_code == 400
    assert reviewer.get("traces/report", until="9999-12-31").status_code == 400


def test_a_reader_s_verdict_reaches_the_reviewer(
    programs: dict[str, Program], reviewer: Program, answer: Message
) -> None:
    student, path = programs["student"], f"answers/{answer.pk}/feedback"
    assert student.send("put", path, {"verdict": "down", "comment": "old"}).status_code == 200
    assert student.send("put", path, {"verdict": "wrong_citation", "comment": "page 4"}).status_code == 200
    (given,) = reviewer.get("feedback").json()["results"]
    assert (given["verdict"], given["comment"], given["answer"]) == ("wrong_citation", "page 4", "Eight. [1]")
    assert given["trace"] == str(answer.trace.pk)
    assert student.get(f"answers/{answer.pk}").json()["feedback"]["verdict"] == "wrong_citation"
    assert student.send("put", path, {"verdict": "sideways"}).status_code == 400
    assert programs["another"].send("put", path, {"verdict": "up"}).status_code == 404
    assert programs["another"].send("delete", path).status_code == 404
    assert student.send("delete", path).status_code == 204
    assert not Feedback.objects.exists()


def test_a_dataset_comes_in_and_goes_out(reviewer: Program, answer: Message) -> None:
    sent = reviewer.client.post("/api/v1/datasets", DATASET, "application/yaml")
    assert sent.json() == {"slug": "loans", "created": 1, "updated": 0, "unchanged": 0, "removed": 0}
    again = reviewer.client.post("/api/v1/datasets", DATASET, "application/yaml", headers={"idempotency-key": "d"})
    assert again.json()["unchanged"] == 1
    assert [(row["slug"], row["cases"]) for row in reviewer.get("datasets").json()["results"]] == [("loans", 1)]
    exported = reviewer.get("datasets/loans")
    assert (exported["Content-Type"], b"How many books" in exported.content) == ("application/yaml", True)
    wrong = reviewer.client.post("/api/v1/datasets", "slug: [", "application/yaml")
    assert wrong.status_code == 400
    assert wrong.json()["errors"]


def test_runs_are_started_followed_and_compared(reviewer: Program, answer: Message) -> None:
    reviewer.client.post("/api/v1/datasets", DATASET, "application/yaml")
    started = reviewer.post("runs", {"dataset": "loans", "assistant": "library"}, **{"idempotency-key": "r"})
    assert (started.status_code, started.json()["state"]) == (201, "waiting")
    assert (
        reviewer.post("runs", {"dataset": "loans", "assistant": "library"}, **{"idempotency-key": "r"}).status_code
        == 201
    )
    run = Run.objects.get()
    whole = reviewer.get(f"runs/{run.pk}").json()
    assert (whole["dataset"], whole["results"]) == ("loans", [])
    Run.objects.update(state="failed", error="x", metrics={"mrr": {"mean": 0.5, "cases": 2}})
    assert reviewer.post(f"runs/{run.pk}/continue").json()["state"] == "waiting"
    Run.objects.update(state="done")
    assert reviewer.post(f"runs/{run.pk}/continue").status_code == 409
    other = reviewer.post("runs", {"dataset": "loans", "assistant": "library"}).json()["id"]
    Run.objects.filter(pk=other).update(metrics={"mrr": {"mean": 0.75, "cases": 2}})
    compared = reviewer.get("runs/compare", run=[run.pk, other]).json()["metrics"]
    assert [(row["name"], row["means"], row["difference"]) for row in compared] == [("mrr", [0.5, 0.75], 0.25)]
    assert reviewer.get("runs/compare", run=[run.pk, 999]).status_code == 400
    assert reviewer.get("runs/compare", run=[run.pk]).status_code == 400
    assert [row["id"] for row in reviewer.get("runs").json()["results"]] == [other, run.pk]


@pytest.mark.parametrize("path", ["traces", "traces/report", "feedback", "datasets", "runs", "runs/compare"])
def test_these_are_not_for_students(programs: dict[str, Program], people: Any, path: str) -> None:
    assert programs["student"].get(path).json()["code"] == "permission_denied"
    assert Program(people["reviewer"], Scope.CHAT, Scope.SEARCH).get(path).json()["code"] == "scope_missing"


def test_a_conversation_is_its_owner_s(programs: dict[str, Program], answer: Message) -> None:
    path = f"conversations/{answer.conversation_id}"
    (turn,) = programs["student"].get(path).json()["turns"]
    assert (turn["question"], turn["answer"]["text"], turn["answer"]["state"]) == ("Books?", "Eight. [1]", "done")
    assert [row["title"] for row in programs["student"].get("conversations").json()["results"]] == ["Books?"]
    for name in ("another", "staff", "reviewer"):
        assert programs[name].get(path).status_code == 404
        assert programs[name].get(f"answers/{answer.pk}").status_code == 404
        assert programs[name].send("delete", path).status_code == 404
        assert programs[name].get("conversations").json()["results"] == []
    assert programs["student"].send("delete", path).status_code == 204
    assert programs["student"].get(f"answers/{answer.pk}").status_code == 404


def test_assistants_speak_the_caller_s_language(programs: dict[str, Program], assistant: Assistant) -> None:
    assistant.texts.create(language="gl", name="Biblioteca")
    Assistant.objects.create(slug="hidden", is_active=False)
    shown = programs["student"].client.get("/api/v1/assistants", headers={"accept-language": "gl"}).json()["results"]
    assert [(row["slug"], row["name"]) for row in shown] == [("library", "Biblioteca")]
    assert Dataset.objects.count() == 0
