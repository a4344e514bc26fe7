"""Asking over HTTP, on the running site: answers at once, answers as they come, and the rest of them after a cut."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from asgiref.sync import async_to_sync

from chat.asking import MAX_RUNNING_PER_OWNER
from chat.models import Assistant, Conversation, Message, MessageEvent, Trace
from interfaces.tests.people import Program
from knowledge.ingestion.extract import formats
from knowledge.models import Document, Section

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = "How many books may students borrow at a time?"


class Remote:
    """A person's program that speaks to the running site."""

    def __init__(self, site: str, program: Program) -> None:
        self.http = httpx.Client(base_url=f"{site}/api/v1/", headers=program.headers, timeout=60)

    def ask(self, question: str = QUESTION, **asked: Any) -> httpx.Response:
        return self.http.post("chat", **self._sent(question, asked))

    def stream(self, question: str = QUESTION, **asked: Any) -> list[dict[str, Any]]:
        with self.http.stream("POST", "chat/stream", **self._sent(question, asked)) as response:
            assert response.headers["content-type"].startswith("text/event-stream"), response.read()
            return list(events(response))

    def after(self, answer: str, last: int) -> list[dict[str, Any]]:
        with self.http.stream("GET", f"answers/{answer}/events", headers={"last-event-id": str(last)}) as response:
            return list(events(response))

    def _sent(self, question: str, asked: dict[str, Any]) -> dict[str, Any]:
        key = asked.pop("key", None)
        content = {"assistant": "library", "question": question, **asked}
        return {"json": content, "headers": {"idempotency-key": key} if key else {}}


def events(response: httpx.Response) -> Iterator[dict[str, Any]]:
    """Server-sent events as the standard reads them; what is asserted here is the wire's form."""
    event: dict[str, Any] = {}
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if line:
            assert name in ("id", "event", "data")
            event[name] = json.loads(value) if name == "data" else value
        else:
            yield event
            event = {}


@pytest.fixture
def student(site: str, programs: dict[str, Program], assistant: Assistant) -> Remote:
    return Remote(site, programs["student"])


def test_an_answer_at_once(student: Remote, site: str, documents: dict[str, Document]) -> None:
    Document.objects.filter(pk=documents["public"].pk).update(media_type=formats.XLSX)
    Section.objects.filter(document=documents["public"]).update(places=[[0, 12]])
    response = student.ask()
    answer = response.json()
    assert (response.status_code, answer["state"], answer["status"]) == (200, "done", "answered")
    assert "eight books" in answer["text"]
    first = answer["citations"][0]
    assert (first["number"], first["document"], first["place"]) == (1, documents["public"].pk, "row 12")
    assert first["url"].startswith(f"{site}/source/")
    assert httpx.get(first["url"]).status_code == 200
    assert f'href="{site}/source/' in answer["html"]
    assert 'href="/' not in answer["html"]
    assert student.http.get(f"answers/{answer['id']}").json() == answer
    assert Trace.objects.get().origin == "api"


def test_an_answer_as_it_comes(student: Remote) -> None:
    told = student.stream()
    assert told[0]["event"] == "started"
    assert [int(event["id"]) for event in told[1:]] == list(range(1, len(told)))
    steps = [event["data"]["name"] for event in told if event["event"] == "step"]
    assert steps[:2] == ["classify", "check_policy"]
    blocks = {event["data"]["index"]: event["data"]["text"] for event in told if event["event"] == "block"}
    assert "eight books" in blocks[0]
    assert told[-1]["event"] == "answer"
    kept = student.http.get(f"answers/{told[0]['data']['answer']}").json()
    assert told[-1]["data"]["text"] == kept["text"]
    assert told[-1]["data"]["citations"] == kept["citations"]


def test_after_a_cut_the_rest_and_only_the_rest(student: Remote) -> None:
    started, *whole = student.stream()
    for cut in (0, 1, len(whole) - 1):
        assert student.after(started["data"]["answer"], cut) == whole[cut:]
    MessageEvent.objects.all().delete()
    (last,) = student.after(started["data"]["answer"], 2)
    assert last["data"] == whole[-1]["data"]


def test_a_question_sent_twice_is_asked_once(student: Remote) -> None:
    key = str(uuid4())
    first, again = student.ask(key=key), student.ask(key=key)
    assert first.json() == again.json()
    assert student.stream(key=key)[0]["data"]["answer"] == first.json()["id"]
    assert Message.objects.filter(role="assistant").count() == 1
    other = student.ask("When is it open?", key=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


def test_another_s_key_is_another_s(site: str, programs: dict[str, Program], student: Remote) -> None:
    another = Remote(site, programs["another"])
    assert student.ask(key="k").json()["id"] != another.ask(key="k").json()["id"]


def test_a_conversation_goes_on(student: Remote) -> None:
    first = student.ask().json()
    student.ask("And for how many days?", conversation=first["conversation"])
    turns = student.http.get(f"conversations/{first['conversation']}").json()["turns"]
    assert [turn["question"] for turn in turns] == [QUESTION, "And for how many days?"]
    assert Trace.objects.filter(session=first["conversation"]).count() == 2


@pytest.mark.parametrize(("name", "sees"), [("student", False), ("staff", True)])
def test_an_answer_is_made_of_what_its_asker_may_see(
    site: str, programs: dict[str, Program], assistant: Assistant, name: str, sees: bool
) -> None:
    answer = Remote(site, programs[name]).ask("Who switches off the alarm of the library?").json()
    retrieved = {row["document"] for row in Trace.objects.get().retrieved}
    assert ("staff.md" in retrieved) is sees
    assert ("night porter" in json.dumps(answer)) is sees


def test_one_question_at_a_time_in_a_conversation(
    programs: dict[str, Program], student: Remote, assistant: Assistant
) -> None:
    talk = Conversation.objects.create(assistant=assistant, user=programs["student"].user)
    running = Message.objects.create(conversation=talk, role="assistant", state="running")
    busy = student.ask(conversation=str(talk.pk))
    assert (busy.status_code, busy.json()["code"]) == (409, "busy")
    stopped = student.http.post(f"answers/{running.pk}/stop").json()
    assert stopped["state"] == "stopped"
    assert student.http.post(f"answers/{running.pk}/stop").json() == stopped
    assert student.ask(conversation=str(talk.pk)).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        {"assistant": "nobody"},
        {"question": ""},
        {"question": "a\x00"},
        {"question": "one two three " * 100},
        {"language": "fr"},
        {"form": []},
        {"conversation": "x"},
        {"conversation": str(uuid4())},
    ],
)
def test_what_cannot_be_asked_is_said(student: Remote, asked: dict[str, Any]) -> None:
    response = student.ask(**asked)
    assert (response.status_code, response.headers["content-type"]) == (400, "application/problem+json")
    assert not Conversation.objects.exists()


def test_an_answer_of_another_is_not_there(site: str, programs: dict[str, Program], student: Remote) -> None:
    answer = student.ask().json()["id"]
    for name in ("another", "staff", "reviewer"):
        http = Remote(site, programs[name]).http
        assert http.get(f"answers/{answer}/events").status_code == 404
        assert http.post(f"answers/{answer}/stop").status_code == 404
    assert student.http.get(f"answers/{answer}/events", headers={"last-event-id": "x"}).status_code == 400


def test_many_at_once_wait_side_by_side(site: str, programs: dict[str, Program], assistant: Assistant) -> None:
    """Each owner as many as they may: waiting takes nothing from the others."""

    async def ask(name: str) -> httpx.Response:
        content = {"assistant": "library", "question": QUESTION}
        async with httpx.AsyncClient(headers=programs[name].headers, timeout=120) as http:
            return await http.post(f"{site}/api/v1/chat", json=content)

    async def all_of_them() -> list[httpx.Response]:
        return await asyncio.gather(*(ask(name) for name in programs for _time in range(MAX_RUNNING_PER_OWNER)))

    answers = [response.json() for response in async_to_sync(all_of_them)()]
    assert [answer["status"] for answer in answers] == ["answered"] * 12
