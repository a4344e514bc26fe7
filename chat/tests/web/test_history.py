"""Which earlier messages an answer is made from."""

import pytest
from django.utils import timezone

from chat import jobs
from chat.models import Assistant, Conversation, Message

pytestmark = pytest.mark.django_db


def test_the_last_messages_and_an_earlier_plan_that_is_gone_on_from() -> None:
    assistant = Assistant.objects.create(slug="trips", history_length=2)
    conversation = Conversation.objects.create(assistant=assistant)
    plan = {"details": {"memory": {"days": []}}}
    for number, options in enumerate([plan, {}, {}]):
        Message.objects.create(conversation=conversation, role="user", text=f"question {number}")
        Message.objects.create(
            conversation=conversation, role="assistant", text=f"answer {number}", status="answered", options=options
        )
    Message.objects.create(conversation=conversation, role="user", text="question 3")
    answer = Message.objects.create(
        conversation=conversation,
        role="assistant",
        created_at=timezone.now(),
        options={"job": {"origin": "chat", "payer": None, "interface_language": "es"}},
    )
    history = jobs.job_of(answer).question.history
    assert [turn.text for turn in history] == ["answer 0", "question 2", "answer 2"]
    assert history[0].details == plan["details"]
