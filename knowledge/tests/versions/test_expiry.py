"""Staff are told of what expires, once before and once after; what has expired answers on, marked."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection
from knowledge.versions import expiry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def told(settings: Any) -> None:
    settings.EXPIRY_MAIL_TO, settings.SITE_URL = ["office@example.edu"], "https://ask.example.edu"


def prices(days: int, name: str = "Prices", **metadata: Any) -> Document:
    until = timezone.localdate() + timedelta(days=days)
    return add(collection(), Text(name, "Fees", "The card costs five euros."), valid_until=until, **metadata)


def test_what_expires_is_told_once_with_the_way_to_it() -> None:
    soon, later = prices(20, "Prices of cards"), prices(31, "Prices of rooms")
    assert (expiry.warn(), expiry.warn()) == (1, 0)
    (sent,) = mail.outbox
    assert (sent.to, "1 document" in sent.subject or "1 documento" in sent.subject) == (["office@example.edu"], True)
    assert "Prices of cards" in sent.body
    assert f"https://ask.example.edu/admin/knowledge/document/{soon.pk}/change/" in sent.body
    assert later.title not in sent.body


def test_it_is_told_again_when_it_has_expired_and_when_its_last_day_is_another() -> None:
    document = prices(20)
    expiry.warn()
    today = timezone.localdate()
    Document.objects.update(valid_until=today - timedelta(days=1), expiry_told_on=today - timedelta(days=10))
    assert (expiry.warn(), expiry.warn()) == (1, 0)
    Document.objects.update(valid_until=today + timedelta(days=25), expiry_told_on=today - timedelta(days=40))
    assert (expiry.warn(), len(mail.outbox)) == (1, 3)
    document.refresh_from_db()
    assert document.expiry_told_on == today


def test_what_answers_nothing_or_was_replaced_is_not_told() -> None:
    new = prices(300, "New prices")
    prices(5, "Old prices", superseded_by=new)
    prices(5, "Former prices", superseded_by=new, version_of=new)
    prices(5, "Draft prices", is_draft=True)
    prices(5, "Gone prices", gone_since=timezone.now())
    assert expiry.warn() == 0


def test_nobody_to_tell_is_no_error_and_nothing_is_taken_for_told(settings: Any) -> None:
    prices(5)
    settings.EXPIRY_MAIL_TO = []
    assert expiry.warn() == 0
    settings.EXPIRY_MAIL_TO = ["office@example.edu"]
    assert expiry.warn() == 1


def test_a_mail_that_cannot_be_sent_is_sent_another_night(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    prices(5)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    with pytest.raises(ConnectionRefusedError):
        expiry.warn()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert expiry.warn() == 1
