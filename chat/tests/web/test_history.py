"""Which earlier messages an answer is made from."""

import pytest
from django.utils import timezone

from chat import jobs
from chat.models import Assistant, Citation, Conversation, Message
from knowledge.tests.corpus import Text, add, collection

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


def test_an_answer_is_about_the_one_course_whose_documents_it_cites() -> None:
    assistant, where = Assistant.objects.create(slug="guides"), collection()
    assistant.collections.add(where)
    conversation = Conversation.objects.create(assistant=assistant)
    algebra, networks = (
        add(where, Text(f"{course}.md", "Exam", "It is long."), course=course) for course in ("Algebra", "Networks")
    )
    rules = add(where, Text("rules.md", "Exams", "They are long."))
    for cited in ([algebra, rules, algebra], [algebra, networks], [rules, algebra]):
        said = Message.objects.create(conversation=conversation, role="assistant", text="…", status="answered")
        for number, document in enumerate(cited, 1):
            Citation.objects.create(message=said, number=number, document=document, quote="long")
    Message.objects.create(conversation=conversation, role="user", text="And the mark?")
    job = {"origin": "chat", "payer": None, "interface_language": "en"}
    answer = Message.objects.create(conversation=conversation, role="assistant", options={"job": job})
    assert [turn.course for turn in jobs.job_of(answer).question.history] == ["Algebra", "", ""]
