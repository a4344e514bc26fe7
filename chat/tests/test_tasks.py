"""What is done every night."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from chat import tasks
from chat.models import Assistant, Conversation, Feedback, Message, Trace
from chat.tracing import retention
from koalarag.celery import app


def trace(days_ago: float, **columns: object) -> Trace:
    made = Trace.objects.create(origin="chat", question="?", **columns)
    Trace.objects.filter(pk=made.pk).update(created_at=timezone.now() - timedelta(days=days_ago))
    return made


@pytest.mark.parametrize("task", ["chat.tasks.purge_traces", "chat.tasks.clear_sessions"])
def test_it_is_scheduled_daily_and_workers_know_it(task: str) -> None:
    app.loader.import_default_modules()
    entry = next(entry for entry in app.conf.beat_schedule.values() if entry["task"] == task)
    assert task in app.tasks
    now = app.now().replace(hour=12)
    assert entry["schedule"].remaining_delta(now)[2] - now < timedelta(days=2)
    assert len(entry["schedule"].hour) == len(entry["schedule"].minute) == 1


@pytest.mark.django_db
def test_old_traces_go_in_batches(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    settings.TRACE_RETENTION_DAYS = 30
    for days in (31, 45, 60, 90, 400):
        trace(days)
    kept = trace(29)
    tasks.purge_traces()
    assert list(Trace.objects.all()) == [kept]


@pytest.mark.django_db
def test_zero_keeps_them_for_ever(settings: Settings) -> None:
    settings.TRACE_RETENTION_DAYS = 0
    trace(5000)
    tasks.purge_traces()
    assert Trace.objects.count() == 1
    with pytest.raises(CommandError, match="--days"):
        call_command("purge_traces")


@pytest.mark.django_db
def test_messages_and_feedback_stay(settings: Settings) -> None:
    settings.TRACE_RETENTION_DAYS = 1
    conversation = Conversation.objects.create(assistant=Assistant.objects.create(slug="rules"))
    message = Message.objects.create(conversation=conversation, role="assistant", text="Ten books.")
    feedback = Feedback.objects.create(message=message, verdict="up")
    trace(2, message=message)
    tasks.purge_traces()
    assert Trace.objects.count() == 0
    assert Message.objects.get().text == "Ten books."
    assert Feedback.objects.get() == feedback


@pytest.mark.django_db
def test_a_dry_run_only_counts(capsys: pytest.CaptureFixture[str]) -> None:
    trace(10)
    call_command("purge_traces", days=5, dry_run=True)
    assert "1 traces" in capsys.readouterr().out
    assert Trace.objects.count() == 1


@pytest.mark.django_db
def test_expired_sessions_go() -> None:
    now = timezone.now()
    Session.objects.create(session_key="old", session_data="x", expire_date=now - timedelta(days=1))
    Session.objects.create(session_key="new", session_data="x", expire_date=now + timedelta(days=1))
    tasks.clear_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["new"]
