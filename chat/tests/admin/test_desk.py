"""What the desk says of questions and citations, and to whom."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from chat import feedback
from chat.models import Assistant, Citation, Conversation, Feedback, Message, Trace
from knowledge.models import Collection, Document
from koalarag import roles

pytestmark = pytest.mark.django_db
HOME = reverse("admin:index")


def client_of(group: str) -> Client:
    roles.create()
    user = User.objects.create_user(group, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


def asked(question: str, times: int = 1, origin: str = "chat", status: str = "not_found") -> None:
    for _ in range(times):
        Trace.objects.create(question=question, origin=origin, status=status)


def reported(comment: str = "It says another day.") -> Feedback:
    collection = Collection.objects.create(slug="rules", name="Rules")
    document = Document.objects.create(collection=collection, external_id="a", file_name="a.pdf", title="Calendar")
    conversation = Conversation.objects.create(assistant=Assistant.objects.create(slug="library"))
    message = Message.objects.create(conversation=conversation, role="assistant", text="Until Monday.")
    Trace.objects.create(message=message, question="Until when?", origin="chat", status="answered")
    Citation.objects.create(message=message, number=1, document=document, title="Calendar", quote="Monday")
    return Feedback.objects.create(message=message, verdict="wrong_citation", comment=comment)


def test_reviewers_see_unanswered_questions_by_frequency() -> None:
    asked("Is there a pool?", 2)
    asked("is there a POOL?")
    asked("Where is the gym?")
    asked("Asked by an evaluation", 9, origin="evaluation")
    asked("Answered", 9, status="answered")
    page = client_of(roles.REVIEWERS).get(HOME).content.decode()
    assert "asked 3 times" in page
    assert page.lower().index("is there a pool?") < page.index("Where is the gym?")
    assert "evaluation?" not in page
    assert "Answered<" not in page


def test_a_settled_question_comes_back_when_it_is_asked_again() -> None:
    asked("Is there a pool?", 2)
    reviewer = client_of(roles.REVIEWERS)
    trace = Trace.objects.latest("created_at")
    reviewer.post(reverse("admin:chat_trace_settle"), {"trace": trace.pk})
    assert "Questions without an answer: 0" in reviewer.get(HOME).content.decode()
    asked("Is there a pool?")
    assert "asked once" in reviewer.get(HOME).content.decode()
    assert reviewer.post(reverse("admin:chat_trace_settle"), {"trace": "rubbish"}).status_code == 302


def test_reviewers_see_the_report_and_settle_it() -> None:
    report = reported()
    reviewer = client_of(roles.REVIEWERS)
    page = reviewer.get(HOME).content.decode()
    assert "It says another day." in page
    assert "Until Monday. · Calendar" in page
    reviewer.post(reverse("admin:chat_feedback_settle"), {"report": report.pk})
    assert "Citations reported as wrong: 0" in reviewer.get(HOME).content.decode()


def test_staff_see_the_document_and_not_what_was_asked_or_said() -> None:
    report = reported()
    asked("Is there a pool?")
    staff = client_of(roles.STAFF)
    page = staff.get(HOME).content.decode()
    assert "Calendar" in page
    assert "1 report" in page
    for secret in ("Is there a pool?", "Until Monday.", "It says another day."):
        assert secret not in page
    staff.post(reverse("admin:chat_feedback_settle"), {"report": report.pk})
    assert Feedback.objects.filter(settled_at__isnull=True).exists()
    staff.post(reverse("admin:chat_feedback_settle"), {"document": Document.objects.get().pk})
    assert not Feedback.objects.filter(settled_at__isnull=True).exists()


def test_a_new_verdict_on_an_answer_is_open_again() -> None:
    report = reported()
    Feedback.objects.filter(pk=report.pk).update(settled_at=report.created_at)
    report.refresh_from_db()
    feedback.give(report.message, {"verdict": "wrong_citation", "comment": "It still does."})
    assert Feedback.objects.get().settled_at is None


def test_staff_see_which_suggested_questions_the_documents_do_not_answer() -> None:
    assistant = Assistant.objects.create(slug="library")
    suggested = "When is it open?\nIs there a pool?"
    text = assistant.texts.create(language="en", name="Library", suggestions=suggested, unanswered="Is there a pool?")
    page = client_of(roles.STAFF).get(HOME).content.decode()
    assert "Suggested questions without an answer" in page
    assert "Is there a pool?" in page
    assert reverse("admin:chat_assistant_change", args=[assistant.pk]) in page
    assert "When is it open?" not in page
    text.suggestions = "When is it open?"
    text.save()
    assert "Is there a pool?" not in client_of(roles.REVIEWERS).get(HOME).content.decode()
