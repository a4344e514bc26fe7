"""What is wrong with OIDC_PROVIDERS is said at start-up, and then nobody can sign in with any."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.checks import run_checks

from koalarag.openid.configuration import Provider, parse

WHOLE = {
    "id": "university",
    "name": "University",
    "issuer": "https://sso.uni.example/realms/main",
    "client_id": "koalarag",
    "client_secret": "s",
    "roles": {"staff": ["docs-team"], "student": ["student"]},
}


def test_nothing_is_no_provider() -> None:
    assert parse("") == ([], [])


def test_a_whole_one_is_read() -> None:
    (provider,), problems = parse(json.dumps([WHOLE]))
    assert problems == []
    assert provider == Provider(**{**WHOLE, "roles": {"staff": ("docs-team",), "student": ("student",)}})


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"issuer": ""}, "“issuer” is missing"),
        ({"issuer": "http://sso.uni.example"}, "does not begin with https://"),
        ({"issuer": 7}, "“issuer” is not a text"),
        ({"id": "The University"}, "“id” is not small letters"),
        ({"clientid": "x"}, "“clientid” is not known"),
        ({"scopes": ["profile"]}, "“scopes” is not a list with “openid”"),
        ({"scopes": 1}, "“scopes” is not a list with “openid”"),
        ({"roles": {"superuser": ["it"]}}, "“superuser” is no role that can be given"),
        ({"roles": {"staff": "it"}}, "“roles” is not an object of lists"),
        ({"roles": ["staff"]}, "“roles” is not an object of lists"),
        ({"match_email": "yes"}, "“match_email” is neither"),
    ],
)
def test_what_is_wrong_is_said(changed: dict[str, Any], said: str) -> None:
    providers, problems = parse(json.dumps([{**WHOLE, **changed}]))
    assert providers == []
    assert any(said in problem for problem in problems), problems


@pytest.mark.parametrize(("text", "said"), [("{", "not JSON"), ("{}", "not a list"), ("[1]", "not a list")])
def test_what_is_no_list_is_said(text: str, said: str) -> None:
    assert said in parse(text)[1][0]


def test_two_of_one_id_are_said() -> None:
    assert parse(json.dumps([WHOLE, WHOLE]))[1] == ["two providers have the id “university”"]


def test_it_is_a_check_of_the_site(settings: Any) -> None:
    settings.OIDC_PROBLEMS = parse("{")[1]
    assert "koalarag.E007" in [message.id for message in run_checks()]
