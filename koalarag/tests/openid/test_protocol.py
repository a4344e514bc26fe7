"""The way to a provider and back: what is believed, and what is said where it is not."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from koalarag.openid import views
from koalarag.openid.id_token import nonce_for
from koalarag.tests.openid.conftest import Configure, Visitor
from koalarag.tests.openid.provider import Claims, Provider, new_key
from koalarag.throttling import Limit


def claims(**changed: Any) -> Callable[[Claims], Claims]:
    return lambda told: {name: value for name, value in {**told, **changed}.items() if value is not None}


def test_somebody_signs_in_with_a_provider(visitor: Visitor, provider: Provider) -> None:
    provider.person = {
        "sub": "ana-1", "preferred_username": "ana.souto", "given_name": "Ana", "family_name": "Souto",
        "email": "ana@uni.example", "email_verified": True,
    }  # fmt: skip
    answer = visitor.sign_in(next="/search/")
    assert (answer.status_code, answer["Location"]) == (302, "/search/")
    user = User.objects.get()
    assert visitor.user_id == str(user.pk)
    assert (user.username, user.get_full_name(), user.email) == ("ana.souto", "Ana Souto", "ana@uni.example")
    assert not user.has_usable_password()
    assert not user.is_staff
    assert "Ana Souto" in visitor.client.get("/sign-in/").content.decode()


def test_the_same_person_gets_the_same_account_again_with_the_name_of_now(visitor: Visitor, provider: Provider) -> None:
    visitor.sign_in()
    provider.person["name"] = "Ana Souto Rey"
    other = Visitor()
    other.sign_in()
    assert other.user_id == visitor.user_id
    assert User.objects.get().last_name == "Souto Rey"


def test_what_is_asked_for_is_bound_to_this_browser(visitor: Visitor, provider: Provider) -> None:
    asked = parse_qs(urlsplit(visitor.begin()).query)
    assert asked["response_type"] == ["code"]
    assert asked["code_challenge_method"] == ["S256"]
    assert set(asked["scope"][0].split()) == {"openid", "profile", "email"}
    assert asked["redirect_uri"] == ["http://testserver/sign-in/with/university/callback/"]
    (state,) = visitor.client.session["socialaccount_states"].values()
    assert asked["nonce"] == [nonce_for(state[0]["pkce_code_verifier"])]


@pytest.mark.parametrize(
    "forge",
    [
        claims(nonce="of another sign-in"),
        claims(nonce=None),
        claims(exp=int(time.time()) - 3600),
        claims(exp=None),
        claims(aud="another site"),
        claims(iss="https://elsewhere.example"),
        claims(azp="another site"),
        claims(sub=""),
        claims(sub="s" * 192),
    ],
    ids=["nonce", "no nonce", "expired", "no expiry", "audience", "issuer", "client", "nobody", "too long a subject"],
)
def test_a_token_that_is_not_right_signs_nobody_in(
    visitor: Visitor, provider: Provider, forge: Callable[[Claims], Claims], caplog: pytest.LogCaptureFixture
) -> None:
    provider.forge = forge
    answer = visitor.sign_in()
    assert answer.status_code == 502
    assert "What University answered could not be verified" in answer.content.decode()
    assert "ID token" in caplog.text
    assert "eyJ" not in caplog.text
    assert (visitor.user_id, User.objects.count()) == (None, 0)


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [(new_key(), "RS256"), ("the secret of both, or anybody's at all", "HS256"), (None, "none")],
    ids=["another key", "a shared secret", "unsigned"],
)
def test_a_token_that_the_provider_has_not_signed_signs_nobody_in(
    visitor: Visitor, provider: Provider, key: Any, algorithm: str
) -> None:
    provider.signing_key, provider.algorithm = key, algorithm
    assert visitor.sign_in().status_code == 502
    assert User.objects.count() == 0


def test_userinfo_of_somebody_else_signs_nobody_in(visitor: Visitor, provider: Provider) -> None:
    provider.userinfo = {"sub": "the-rector"}
    assert visitor.sign_in().status_code == 502
    assert User.objects.count() == 0


def test_another_issuer_at_the_address_is_not_asked(visitor: Visitor, provider: Provider) -> None:
    provider.discovery = {"issuer": "https://elsewhere.example"}
    answer = visitor.client.post("/sign-in/with/university/")
    assert answer.status_code == 502
    assert provider.asked == ["/.well-known/openid-configuration"]


def test_a_state_serves_one_browser_once(visitor: Visitor) -> None:
    back = visitor.at_provider(visitor.begin())
    thief = Client()
    answer = thief.get(back)
    assert answer.status_code == 400
    assert "begun in another window" in answer.content.decode()
    assert "_auth_user_id" not in thief.session
    assert visitor.client.get(back).status_code == 302
    assert visitor.client.get(back).status_code == 400


def test_a_code_that_was_not_given_for_this_sign_in_signs_nobody_in(visitor: Visitor, provider: Provider) -> None:
    """A stolen code, put behind the thief's own state: its PKCE verifier is another."""
    stolen = parse_qs(urlsplit(visitor.at_provider(visitor.begin())).query)["code"][0]
    thief = Visitor()
    state = parse_qs(urlsplit(thief.begin()).query)["state"][0]
    answer = thief.client.get("/sign-in/with/university/callback/", {"state": state, "code": stolen})
    assert answer.status_code == 502
    assert thief.user_id is None


@pytest.mark.parametrize(
    ("refusal", "status", "said"),
    [("access_denied", 403, "did not let University"), ("server_error", 502, "University did not sign you in")],
)
def test_a_refusal_of_the_provider_is_said_in_words(
    visitor: Visitor, provider: Provider, refusal: str, status: int, said: str
) -> None:
    provider.refuses = refusal
    answer = visitor.sign_in(next="/search/")
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert 'name="next" value="/search/"' in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [("gl", "University non responde"), ("es", "University no responde"), ("en", "University does not answer")],
)
def test_a_provider_that_is_away_is_said_in_words_with_when_to_try_again(
    visitor: Visitor, provider: Provider, language: str, said: str
) -> None:
    back = visitor.at_provider(visitor.begin())
    provider.close()
    for answer in (
        visitor.client.post("/sign-in/with/university/", headers={"accept-language": language}),
        visitor.client.get(back, headers={"accept-language": language}),
    ):
        assert (answer.status_code, answer["Retry-After"]) == (503, "30")
        assert said in answer.content.decode()


def test_a_provider_that_answers_nonsense_is_no_error_of_ours(visitor: Visitor, provider: Provider) -> None:
    provider.status = 500
    assert visitor.client.post("/sign-in/with/university/").status_code == 503


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
def test_it_leads_nowhere_but_to_the_site(visitor: Visitor, elsewhere: str) -> None:
    assert visitor.sign_in(next=elsewhere)["Location"] == "/"


def test_a_link_does_not_begin_it_and_a_foreign_page_neither(visitor: Visitor) -> None:
    assert visitor.client.get("/sign-in/with/university/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/sign-in/with/university/").status_code == 403


def test_what_the_address_adds_is_not_asked_for(visitor: Visitor) -> None:
    page = visitor.client.post("/sign-in/with/university/?scope=admin&process=connect&auth_params=prompt%3Dnone")
    assert "admin" not in page.content.decode().partition("refresh")[2].partition(">")[0]
    assert [state[0]["process"] for state in visitor.client.session["socialaccount_states"].values()] == ["login"]


def test_it_is_counted_there_and_back(
    visitor: Visitor, provider: Provider, monkeypatch: pytest.MonkeyPatch, configure: Configure
) -> None:
    monkeypatch.setattr(views, "STEPS_PER_MINUTE", Limit(0.4))  # an address may do ten times as much
    away = [
        Client().get("/sign-in/with/university/callback/?state=x&code=y", REMOTE_ADDR="192.0.2.9") for _ in range(6)
    ]
    assert [answer.status_code for answer in away] == [400] * 4 + [429] * 2
    assert int(away[-1]["Retry-After"]) >= 1
    assert provider.asked == []


def test_a_provider_that_is_not_configured_is_no_address(visitor: Visitor) -> None:
    for name in ("elsewhere", "openid_connect"):
        assert visitor.client.post(f"/sign-in/with/{name}/").status_code == 404
        assert visitor.client.get(f"/sign-in/with/{name}/callback/").status_code == 404


def test_over_https_the_provider_leads_back_to_https(visitor: Visitor, settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    page = visitor.client.post("/sign-in/with/university/", headers={"x-forwarded-proto": "https"}).content.decode()
    assert "redirect_uri=https%3A%2F%2Ftestserver" in page


def test_the_browser_does_not_scroll_past_why_a_provider_did_not_sign_in(visitor: Visitor, provider: Provider) -> None:
    provider.refuses = "access_denied"
    page = visitor.sign_in().content.decode()
    assert 'role="alert"' in page
    assert "autofocus" not in page
