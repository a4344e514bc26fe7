"""A launch from a platform of our own, over HTTP, with tokens that are really signed: the good ones, and all others."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from chat.models import Assistant
from chat.widget import visits
from interfaces.lti import state
from interfaces.lti.token import CLAIM
from interfaces.models import LtiAccount, LtiNonce, LtiPlatform
from interfaces.tests.lti.conftest import fill
from interfaces.tests.lti.moodle import CLIENT, Moodle
from koalarag.roles import role_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def courses(db: None) -> None:
    fill()


def begin(client: Client, platform: Moodle, **changed: str) -> dict[str, str]:
    """What the platform is asked; its cookie goes into the client, as into a browser."""
    response = client.get("/lti/login/", platform.begins() | changed)
    assert response.status_code == 302, response.content.decode()
    keep(client, response)
    return {name: values[0] for name, values in parse_qs(urlsplit(response["Location"]).query).items()}


def keep(client: Client, response: HttpResponse) -> None:
    cookie, *attributes = response["Set-Cookie"].split("; ")
    assert {"HttpOnly", "Secure", "SameSite=None", "Partitioned"} <= set(attributes)
    name, _equals, value = cookie.partition("=")
    client.cookies[name] = value


def launch(client: Client, platform: Moodle, **signing: Any) -> HttpResponse:
    asked = begin(client, platform)
    return client.post(
        "/lti/launch/", {"state": asked["state"], "id_token": platform.signed(asked["nonce"], **signing)}
    )


def opened(client: Client, response: HttpResponse) -> tuple[str, dict[str, str], dict[str, Any]]:
    """(path of the frame, its query, what its visit is told)."""
    assert response.status_code == 303, response.content.decode()
    keep(client, response)
    where = urlsplit(response["Location"])
    told = client.post(f"{where.path}visit/").json()
    return where.path, {name: values[0] for name, values in parse_qs(where.query).items()}, told


def test_the_platform_is_asked_who_comes(client: Client, platform: Moodle) -> None:
    platform.register()
    asked = begin(client, platform)
    assert asked["response_mode"] == "form_post"
    assert (asked["client_id"], asked["login_hint"], asked["lti_message_hint"]) == (CLIENT, "42", '{"cmid": 3}')
    assert asked["redirect_uri"] == "http://testserver/lti/launch/"
    assert client.post("/lti/login/", platform.begins()).status_code == 302


def test_a_launch_opens_the_assistant_with_the_course_and_an_account(client: Client, platform: Moodle) -> None:
    platform.register()
    path, query, told = opened(client, launch(client, platform))
    assert (path, query["lang"], query["course"]) == ("/w/guides/", "es", "Álgebra Lineal")
    session = visits.session_of(told["token"])
    assert session
    user = visits.user_of(session)
    account = LtiAccount.objects.get()
    assert (account.issuer, account.subject, account.user) == (platform.url, "42", user)
    # A teacher there is no staff here, and nothing is kept of his name.
    assert role_of(user) == "student"
    assert (user.is_staff, user.has_usable_password(), user.email, user.get_full_name()) == (False, False, "", "")
    frame = client.get(path, query)
    assert f"frame-ancestors 'self' {platform.url}" in frame["Content-Security-Policy"]
    assert "Ética" in frame.content.decode()

    opened(client, launch(client, platform))
    assert User.objects.count() == LtiAccount.objects.count() == 1
    assert platform.fetched == 1


def test_somebody_else_has_another_account_and_without_accounts_nobody_has_one(
    client: Client, platform: Moodle
) -> None:
    registered = platform.register()
    launch(client, platform)
    platform.changed = {"sub": "43"}
    launch(client, platform)
    assert LtiAccount.objects.count() == 2
    LtiPlatform.objects.filter(pk=registered.pk).update(keeps_accounts=False)
    platform.changed = {"sub": "44"}
    path, query, told = opened(client, launch(client, platform))
    assert LtiAccount.objects.count() == 2
    session = visits.session_of(told["token"])
    assert session
    assert visits.user_of(session).is_anonymous
    assert "Ética" not in client.get(path, query).content.decode()


@pytest.mark.parametrize(
    ("label", "title", "course"),
    [
        ("ALG", "Anything", "Álgebra Lineal"),
        ("ALG 2025/26", "Anything", "Álgebra Lineal"),
        ("X-1", "Álgebra Lineal (grupo A)", "Álgebra Lineal"),
        ("X-2", "redes", "Redes"),
        ("MED", "Historia Medieval", None),
        ("X-3", "Cocina", None),
        ("", "", None),
    ],
)
def test_the_course_is_matched_by_code_and_then_by_name(
    client: Client, platform: Moodle, label: str, title: str, course: str | None
) -> None:
    platform.register()
    platform.changed = {CLAIM + "context": {"label": label, "title": title}}
    assert opened(client, launch(client, platform))[1].get("course") == course


def test_the_link_names_the_assistant_else_the_platform_does(client: Client, platform: Moodle) -> None:
    registered = platform.register()
    platform.changed = {CLAIM + "custom": {"assistant": "rules"}}
    assert opened(client, launch(client, platform))[0] == "/w/rules/"
    platform.changed = {CLAIM + "custom": None}
    assert opened(client, launch(client, platform))[0] == "/w/guides/"
    LtiPlatform.objects.filter(pk=registered.pk).update(assistant=Assistant.objects.get(slug="rules"))
    assert opened(client, launch(client, platform))[0] == "/w/rules/"
    platform.changed = {CLAIM + "custom": {"assistant": "nowhere"}}
    response = launch(client, platform)
    assert response.status_code == 400
    assert "nowhere" in response.content.decode()


def refused(response: HttpResponse, words: str, platform: Moodle | None = None) -> None:
    """In words, in a frame of the platform that it came from."""
    assert response.status_code == 400
    assert words in response.content.decode()
    assert not LtiAccount.objects.exists()
    if platform:
        assert platform.url in response["Content-Security-Policy"]
        assert "X-Frame-Options" not in response


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"exp": int(time.time()) - 3600}, "took too long"),
        ({"exp": None}, "not signed as it should be"),
        ({"aud": "another"}, "not signed as it should be"),
        ({"aud": [CLIENT, "another"]}, "not signed as it should be"),
        ({"iss": "https://evil.example"}, "not signed as it should be"),
        ({"nonce": "another"}, "belongs to another"),
        ({CLAIM + "deployment_id": "8"}, "deployment"),
        ({CLAIM + "deployment_id": None}, "deployment"),
        ({CLAIM + "version": "1.1"}, "1.3.0"),
        ({CLAIM + "message_type": "LtiDeepLinkingRequest"}, "LtiResourceLinkRequest"),
    ],
)
def test_what_is_not_as_it_should_be_is_refused(
    client: Client, platform: Moodle, changed: dict[str, Any], words: str
) -> None:
    platform.register()
    platform.changed = changed
    refused(launch(client, platform), words, platform)


def test_a_wrong_signature_is_refused(client: Client, platform: Moodle) -> None:
    platform.register()
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    refused(launch(client, platform, key=stranger), "not signed as it should be", platform)
    refused(launch(client, platform, key=stranger, key_id="mine"), "key set does not have", platform)
    refused(launch(client, platform, key=stranger, key_id="other"), "key set does not have", platform)
    # A key that nobody knows does not make us ask each time.
    assert platform.fetched <= 2
    asked = begin(client, platform)
    for forged in ("", "a.b.c", platform.signed(asked["nonce"]).rpartition(".")[0] + "."):
        refused(client.post("/lti/launch/", {"state": asked["state"], "id_token": forged}), "not signed", platform)


def test_a_key_set_that_cannot_be_had_is_said(client: Client, platform: Moodle) -> None:
    platform.register(key_set_url="http://127.0.0.1:9/keys")
    refused(launch(client, platform), "could not be fetched", platform)


def test_a_launch_is_good_once(client: Client, platform: Moodle) -> None:
    platform.register()
    asked = begin(client, platform)
    sent = {"state": asked["state"], "id_token": platform.signed(asked["nonce"])}
    assert client.post("/lti/launch/", sent).status_code == 303
    again = client.post("/lti/launch/", sent)
    assert again.status_code == 400
    assert "opened twice" in again.content.decode()
    LtiNonce.objects.update(used_at="2020-01-01T00:00Z")
    state.forget()
    assert not LtiNonce.objects.exists()


def test_a_launch_that_has_aged_is_refused(client: Client, platform: Moodle, monkeypatch: pytest.MonkeyPatch) -> None:
    platform.register()
    monkeypatch.setattr(state, "SECONDS", -1)
    refused(launch(client, platform), "took too long", platform)


def test_another_browser_cannot_end_what_one_began(client: Client, platform: Moodle) -> None:
    """Else somebody could have another ask under his own account."""
    platform.register()
    asked = begin(client, platform)
    sent = {"state": asked["state"], "id_token": platform.signed(asked["nonce"])}
    response = Client().post("/lti/launch/", sent)
    assert response.status_code == 200
    page = response.content.decode()
    # Where a browser keeps no cookie in a frame, a window of its own begins anew.
    assert 'target="_blank"' in page
    assert "/lti/login/?iss=" in page
    assert platform.url in response["Content-Security-Policy"]
    assert not LtiNonce.objects.exists()
    refused(client.post("/lti/launch/", sent | {"state": "forged"}), "not begun here")


def test_platforms_that_are_not_registered_or_switched_off_get_nothing(client: Client, platform: Moodle) -> None:
    refused(client.get("/lti/login/", platform.begins()), "not registered")
    registered = platform.register()
    refused(client.get("/lti/login/", platform.begins() | {"client_id": "other"}), "not registered")
    refused(client.get("/lti/login/", {"iss": platform.url}), "opened by a learning platform")
    asked = begin(client, platform)
    LtiPlatform.objects.filter(pk=registered.pk).update(is_active=False)
    sent = {"state": asked["state"], "id_token": platform.signed(asked["nonce"])}
    refused(client.post("/lti/launch/", sent), "not registered")


def test_a_closed_account_and_a_refusal_of_the_platform_are_said(client: Client, platform: Moodle) -> None:
    platform.register()
    asked = begin(client, platform)
    refused(
        client.post("/lti/launch/", {"state": asked["state"], "error": "login_required"}), "login_required", platform
    )
    launch(client, platform)
    User.objects.update(is_active=False)
    response = launch(client, platform)
    assert response.status_code == 400
    assert "closed" in response.content.decode()


def test_superusers_register_platforms_and_are_told_our_addresses(client: Client) -> None:
    client.force_login(User.objects.create_superuser("ana"))
    page = client.get("/admin/interfaces/ltiplatform/add/").content.decode()
    for address in ("lti/launch/", "lti/login/", "lti/keys/"):
        assert f"http://testserver/{address}</code>" in page
    filled = {
        "name": "Moodle", "issuer": "https://moodle.edu", "client_id": "c", "deployments": "1, 2", "embed_origins": "",
        "authentication_url": "https://moodle.edu/auth", "key_set_url": "https://moodle.edu/certs", "is_active": "on",
    }  # fmt: skip
    assert client.post("/admin/interfaces/ltiplatform/add/", filled).status_code == 302
    made = LtiPlatform.objects.get()
    assert (made.deployments, made.framing_origins) == (["1", "2"], ("https://moodle.edu",))
    assert client.get("/lti/keys/").json() == {"keys": []}
