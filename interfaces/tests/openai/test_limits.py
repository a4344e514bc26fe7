"""Questions of programs that keep the conversation themselves have the limits of the page's."""

from typing import Any

import pytest

from chat import asking
from chat.models import Assistant, Conversation, Message
from chat.owners import Owner
from interfaces.tests.people import Program
from koalarag.models import HeldPlace

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = {"model": "library", "messages": [{"role": "user", "content": "How many books may students borrow?"}]}


@pytest.fixture
def student(programs: dict[str, Program], assistant: Assistant) -> Program:
    return programs["student"]


def ask(program: Program) -> Any:
    return program.send("post", "/v1/chat/completions", QUESTION)


def running(program: Program, number: int) -> None:
    """As many questions of the page that are being answered."""
    for _question in range(number):
        talk = Conversation.objects.create(assistant=Assistant.objects.get(), user=program.user)
        Message.objects.create(conversation=talk, role="assistant", state="running")


def test_three_at_a_time_are_answered_whichever_way_they_came(student: Program) -> None:
    running(student, 2)
    asking.take_place(Owner(user_id=student.user.pk))
    refused = ask(student)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "busy")


def test_a_place_comes_back_with_the_answer(student: Program) -> None:
    running(student, 2)
    assert [ask(student).status_code for _time in range(2)] == [200, 200]
    assert not HeldPlace.objects.exists()


def test_too_many_in_a_minute_are_told_when_to_come_back(student: Program, settings: Any) -> None:
    settings.QUESTIONS_PER_MINUTE = {**settings.QUESTIONS_PER_MINUTE, "student": 1}
    assert ask(student).status_code == 200
    refused = ask(student)
    assert refused.status_code == 429
    assert 30 < int(refused["Retry-After"]) <= 60
    assert not HeldPlace.objects.exists()


def test_a_name_that_cannot_be_stored_is_the_caller_s_fault(student: Program) -> None:
    refused = student.send("post", "/v1/chat/completions", QUESTION | {"model": "li\0brary"})
    assert refused.status_code == 400
