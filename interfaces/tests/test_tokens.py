"""Tokens: made on the page and in the administration, shown once, kept as a digest, revoked."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from interfaces import tokens
from interfaces.models import ApiToken, Scope
from interfaces.tests.people import Program

pytestmark = pytest.mark.django_db
SECRET = re.compile(r"koala_[\w-]{43}")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def made_on_the_page(client: Client, **changed: object) -> str:
    form = {"name": "my notebook", "scopes": ["chat", "search"], "days": "30", **changed}
    return client.post(reverse("api-tokens"), form).content.decode()


def status(secret: str) -> int:
    return Client(headers={"authorization": f"Bearer {secret}"}).get("/api/v1/me").status_code


def test_a_token_is_shown_once_and_works(people: dict[str, User]) -> None:
    client = signed_in(people["student"])
    (secret,) = SECRET.findall(made_on_the_page(client))
    assert status(secret) == 200
    page = client.get(reverse("api-tokens"))
    assert secret not in page.content.decode()
    assert secret[:12] in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_the_database_does_not_hold_it(people: dict[str, User]) -> None:
    token, secret = tokens.make(people["student"], "x", [Scope.CHAT], 30)
    kept = " ".join(str(value) for value in ApiToken.objects.filter(pk=token.pk).values_list().get())
    assert secret not in kept
    assert len(secret) - len(token.hint) > 30
    assert tokens.find(secret) == token


def test_a_revoked_token_is_over(people: dict[str, User]) -> None:
    program = Program(people["student"])
    assert signed_in(people["another"]).post(reverse("revoke-api-token", args=[program.token.pk])).status_code == 404
    assert status(program.secret) == 200
    assert signed_in(people["student"]).post(reverse("revoke-api-token", args=[program.token.pk])).status_code == 302
    assert status(program.secret) == 401


def test_it_expires(people: dict[str, User]) -> None:
    program = Program(people["student"])
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(seconds=60))
    assert status(program.secret) == 200
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert status(program.secret) == 401


def test_it_ends_with_its_owner_s_account(people: dict[str, User]) -> None:
    program = Program(people["student"])
    User.objects.filter(username="student").update(is_active=False)
    assert status(program.secret) == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Bearer koala_x", "Basic koala_x", "Bearer \x00", "é"])
def test_anything_else_is_told_what_to_send(db: None, header: str) -> None:
    response = Client(headers={"authorization": header.encode("utf-8").decode("latin-1")}).get("/api/v1/me")
    assert (response.status_code, response["Content-Type"]) == (401, "application/problem+json")
    assert response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    ("name", "scopes"),
    [
        ("student", {"chat", "search"}),
        ("reviewer", {"chat", "search", "traces", "evaluate"}),
        ("staff", {"chat", "search", "ingest", "evaluate"}),
    ],
)
def test_a_scope_is_offered_to_whoever_can_use_it(people: dict[str, User], name: str, scopes: set[str]) -> None:
    assert {scope.value for scope in tokens.offered(people[name])} == scopes
    page = made_on_the_page(signed_in(people[name]), scopes=list(Scope.values))
    assert bool(SECRET.search(page)) is False


@pytest.mark.parametrize("wrong", [{"name": ""}, {"scopes": []}, {"days": "100000"}, {"scopes": ["chat", "root"]}])
def test_what_is_missing_is_said(people: dict[str, User], wrong: dict[str, object]) -> None:
    page = made_on_the_page(signed_in(people["student"]), **wrong)
    assert "field-error" in page
    assert not ApiToken.objects.exists()


def test_nobody_makes_a_token_without_signing_in(client: Client) -> None:
    assert "/sign-in/" in client.get(reverse("api-tokens"))["Location"]
    assert not SECRET.search(made_on_the_page(client))


def test_superusers_make_tokens_for_others_and_staff_revoke_them(people: dict[str, User]) -> None:
    root = signed_in(User.objects.create_superuser("root"))
    form = {"user": people["student"].pk, "name": "n", "scopes": ["chat"], "days": "30"}
    page = root.post(reverse("admin:interfaces_apitoken_add"), form, follow=True).content.decode()
    (secret,) = SECRET.findall(page)
    assert status(secret) == 200
    assert SECRET.search(root.get(reverse("admin:interfaces_apitoken_changelist")).content.decode()) is None
    refused = root.post(reverse("admin:interfaces_apitoken_add"), {**form, "scopes": ["ingest"]}).content.decode()
    assert "ingest" in refused
    assert ApiToken.objects.count() == 1

    staff, pk = signed_in(people["staff"]), ApiToken.objects.get().pk
    assert staff.get(reverse("admin:interfaces_apitoken_add")).status_code == 403
    listed = staff.get(reverse("admin:interfaces_apitoken_changelist")).content.decode()
    assert f'<a href="{reverse("api-tokens")}">Your own tokens</a>' in listed
    assert staff.post(reverse("admin:interfaces_apitoken_delete", args=[pk]), {"post": "yes"}).status_code == 302
    assert status(secret) == 401


def test_its_use_is_noted_but_not_at_every_request(people: dict[str, User]) -> None:
    program = Program(people["student"])
    program.get("me")
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    program.get("me")
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=first - timedelta(hours=1))
    program.get("me")
    assert ApiToken.objects.get().last_used_at >= first
