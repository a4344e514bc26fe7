"""Readers follow documents and collections, and are told once, of what they may see, with a way out."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from chat.models import Assistant
from knowledge.following import follows, mails
from knowledge.ingestion import intake, pipeline
from knowledge.models import Collection, Document, Follow, Visibility
from koalarag.localserver.connection import free_port

pytestmark = pytest.mark.django_db
SITE = "https://ask.example.edu"
OLD = "# Loans\n\nUndergraduates may borrow ten books for fifteen days.\n\nNobody may borrow a dictionary."
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def address(settings: Any) -> None:
    settings.SITE_URL = SITE


@pytest.fixture
def reader() -> User:
    return User.objects.create_user("ana", "ana@example.edu", "secret")


@pytest.fixture
def loans() -> Document:
    collection = Collection.objects.create(slug="rules", name="Rules", language="en")
    Assistant.objects.create(slug="rules").collections.add(collection)
    return put(collection, "loans.md", OLD)


def put(collection: Collection, name: str, text: str) -> Document:
    receipt = intake.receive(collection, name, text.encode())
    pipeline.index(receipt.document_id)
    return Document.objects.get(pk=receipt.document_id)


def change(document: Document, **words: str) -> None:
    text = bytes(document.content.read()).decode()
    for old, new in words.items():
        text = text.replace(old, new)
    put(document.collection, document.external_id, text)


def press(client: Client, document: Document, do: str) -> int:
    return client.post(reverse("follow-document", args=[document.pk]), {"do": do}).status_code


def feed(client: Client) -> list[str]:
    root = ElementTree.fromstring(client.get(reverse("changes-feed", args=["rules"])).content)
    return [str(entry.findtext(f"{ATOM}summary")) for entry in root.iter(f"{ATOM}entry")]


def test_a_reader_follows_a_document_is_told_once_and_ends_it(client: Client, reader: User, loans: Document) -> None:
    client.force_login(reader)
    page = client.get(reverse("source", args=[loans.pk])).content.decode()
    assert "follow document" in page
    assert press(client, loans, "follow document") == 302
    assert press(client, loans, "follow document") == 302
    change(loans, fifteen="thirty")
    assert (mails.send(), mails.send()) == (1, 0)
    (sent,) = mail.outbox
    assert sent.to == ["ana@example.edu"]
    assert "fifteen days" in sent.body
    assert "thirty days" in sent.body
    assert f"{SITE}/source/{loans.pk}/?quote=" in sent.body
    (link,) = re.findall(rf"{SITE}(/unfollow/\S+)", sent.body)
    assert sent.extra_headers["List-Unsubscribe"] == f"<{SITE}{link}>"
    stranger = Client(enforce_csrf_checks=True)
    assert "Loans" in stranger.get(link).content.decode()
    assert Follow.objects.count() == 1
    assert stranger.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Follow.objects.exists()
    change(loans, ten="twelve")
    assert mails.send() == 0


def test_one_mail_for_all_that_is_followed_and_nothing_twice(reader: User, loans: Document) -> None:
    other = put(loans.collection, "hours.md", "# Opening hours\n\nThe building opens at eight in the morning.")
    follows.follow(reader, loans, "document")
    follows.follow(reader, loans, "collection")
    change(loans, fifteen="thirty")
    change(other, eight="nine")
    assert mails.send() == 1
    assert mail.outbox[0].body.count("thirty days") == 1
    assert "nine in the morning" in mail.outbox[0].body
    assert mail.outbox[0].subject.startswith("2 ")


def test_what_he_may_not_see_is_not_told(client: Client, reader: User, loans: Document) -> None:
    secret = put(loans.collection, "alarm.md", "# Alarm\n\nThe alarm is switched off at half past seven.")
    draft = put(loans.collection, "draft.md", "# Draft\n\nThe new library opens its doors in May.")
    follows.follow(reader, loans, "collection")
    Document.objects.filter(pk=secret.pk).update(visibility=Visibility.STAFF)
    Document.objects.filter(pk=draft.pk).update(is_draft=True)
    change(Document.objects.get(pk=secret.pk), seven="eight")
    change(Document.objects.get(pk=draft.pk), May="June")
    assert mails.send() == 0
    assert feed(client) == []
    Document.objects.filter(pk=secret.pk).update(visibility=Visibility.PUBLIC)
    assert feed(client) == []


def test_the_feed_has_what_everybody_may_see_and_more_for_whoever_is_signed_in(
    client: Client, reader: User, loans: Document
) -> None:
    Document.objects.filter(pk=loans.pk).update(visibility=Visibility.STUDENT)
    loans.refresh_from_db()
    change(loans, fifteen="thirty")
    assert feed(client) == []
    client.force_login(reader)
    (summary,) = feed(client)
    assert "thirty days" in summary
    assert client.get(reverse("changes-feed", args=["nothing"])).status_code == 404
    Assistant.objects.update(is_active=False)
    assert client.get(reverse("changes-feed", args=["rules"])).status_code == 404


def test_a_mail_that_cannot_be_sent_is_sent_the_next_day(reader: User, loans: Document, settings: Any) -> None:
    follows.follow(reader, loans, "document")
    change(loans, fifteen="thirty")
    works = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert mails.send() == 0
    settings.EMAIL_BACKEND = works
    assert mails.send() == 1


def test_without_the_sites_address_nobody_follows_and_no_mail_goes_out(
    client: Client, reader: User, loans: Document, settings: Any
) -> None:
    follows.follow(reader, loans, "document")
    change(loans, fifteen="thirty")
    settings.SITE_URL = ""
    assert mails.send() == 0
    client.force_login(reader)
    assert "follow document" not in client.get(reverse("source", args=[loans.pk])).content.decode()
    assert press(client, loans, "follow document") == 403


def test_who_has_no_mail_address_or_is_nobody_follows_nothing(client: Client, loans: Document) -> None:
    assert press(client, loans, "follow document") == 403
    client.force_login(User.objects.create_user("eve"))
    assert press(client, loans, "follow document") == 403
    assert not Follow.objects.exists()


def test_what_is_not_for_him_is_neither_followed_nor_named(client: Client, reader: User, loans: Document) -> None:
    client.force_login(reader)
    follows.follow(reader, loans, "document")
    Document.objects.update(visibility=Visibility.STAFF)
    assert press(client, loans, "follow document") == 404
    page = client.get(reverse("unfollow", args=[follows.token(reader)])).content.decode()
    assert "Loans" not in page
    assert "Send me no more mails" in page


def test_one_of_several_is_ended_and_a_token_of_ones_own_making_ends_nothing(
    client: Client, reader: User, loans: Document
) -> None:
    follows.follow(reader, loans, "document")
    follows.follow(reader, loans, "collection")
    own = Follow.objects.get(document=loans)
    assert client.post(reverse("unfollow", args=[f"{reader.pk}:made-up"])).status_code == 404
    client.post(reverse("unfollow", args=[follows.token(reader)]), {"follow": own.pk})
    assert Follow.objects.get().collection == loans.collection


def test_an_unknown_button_is_refused(client: Client, reader: User, loans: Document) -> None:
    client.force_login(reader)
    assert press(client, loans, "follow everything") == 400
