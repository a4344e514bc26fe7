"""Who may do what, at every address of the site: the table is rules.tsv, and an address without a rule fails."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from chat.models import Assistant
from interfaces.tests.matrix.routes import CALLERS, METHODS, Route, Rule, routes, rules, rules_of
from interfaces.tests.matrix.world import World
from knowledge.models import Document
from koalarag.openid.configuration import Provider

Found = dict[tuple[str, str, str], int]
"""(route, method, caller) -> status"""


@pytest.fixture
def world(people: dict[str, User], assistant: Assistant, documents: dict[str, Document], settings: Any) -> World:
    plenty = dict.fromkeys(("anonymous", "student", "reviewer", "staff"), 100_000)
    settings.REQUESTS_PER_MINUTE = settings.QUESTIONS_PER_MINUTE = plenty
    settings.OIDC_PROVIDERS = [Provider("university", "University", "http://127.0.0.1:9", "koalarag")]
    return World(people, assistant, documents["public"])


def is_asynchronous(route: Route) -> bool:
    return inspect.iscoroutinefunction(route.callback)


def requested(
    route: Route, world: World, methods: list[str], who: Sequence[str] = ()
) -> Iterator[tuple[str, str, int]]:
    """(method, caller, status), of all callers unless some are named."""
    address = world.address(route)
    for method in methods:
        for caller in who or callers(route):
            yield method, caller, status(world.client(route, caller), method, address)


def status(client: Client, method: str, address: str) -> int:
    content = {} if method == "GET" else {"content_type": "application/json", "data": "{}"}
    if method == "POST" and not address.startswith(("/api/v1/", "/v1/")):
        content = {"data": {}}
    code: int = getattr(client, method.lower())(address, **content).status_code
    return code


def expected(known: list[Rule], chosen: list[Route]) -> Found:
    return {
        (route.name, method, caller): code
        for route in chosen
        for method, rule in rules_of(route, known).items()
        for caller, code in zip(CALLERS, rule.expected, strict=True)
        if caller in callers(route)
    }


def callers(route: Route) -> list[str]:
    """In the administration nothing belongs to one student rather than to another."""
    return [caller for caller in CALLERS if caller != "another" or not route.name.startswith("admin:")]


def test_every_address_has_a_rule() -> None:
    known = rules()
    assert [route.name for route in routes() if not rules_of(route, known)] == []


def test_nothing_answers_beside_the_url_configuration_but_what_has_a_matrix_of_its_own() -> None:
    """The tools of language models (interfaces/tests/mcp) and the socket (chat/tests/web/test_socket_matrix.py)."""
    from koalarag import asgi  # half a second

    assert [str(route.pattern) for route in asgi.http.routes] == ["mcp", ""]
    assert [str(route.pattern) for route in asgi.websockets.routes] == ["ws/chat/"]


def test_every_method_of_an_interface_has_a_rule_and_no_rule_is_of_nothing() -> None:
    known = rules()
    declared = {route.name: route.methods for route in routes() if route.methods}
    ruled = {route.name: set(rules_of(route, known)) for route in routes() if route.methods}
    assert ruled == declared
    assert len(declared) >= 35
    used = {id(rule) for route in routes() for rule in rules_of(route, known).values()}
    assert [rule for rule in known if id(rule) not in used] == []


@pytest.mark.django_db
def test_each_may_do_what_the_rules_say(world: World) -> None:
    known = rules()
    chosen = [route for route in routes() if not is_asynchronous(route)]
    found: Found = {}
    for route in chosen:
        for method in rules_of(route, known):
            for caller in callers(route):
                with transaction.atomic():
                    client = world.client(route, caller)
                    found[route.name, method, caller] = status(client, method, world.address(route))
                    transaction.set_rollback(True)
    assert differing(found, expected(known, chosen)) == {}


@pytest.mark.django_db(transaction=True)
def test_each_may_do_what_the_rules_say_where_views_are_asynchronous(world: World) -> None:
    known = rules()
    chosen = [route for route in routes() if is_asynchronous(route)]
    found = {
        (route.name, method, caller): code
        for route in chosen
        for method, caller, code in requested(route, world, list(rules_of(route, known)))
    }
    assert differing(found, expected(known, chosen)) == {}


@pytest.mark.django_db(transaction=True)
def test_what_an_interface_does_not_do_it_does_for_nobody(world: World) -> None:
    """One caller of each role: whoever is not signed in is told so first."""
    for route in routes():
        if route.methods:
            others = [method for method in METHODS if method not in route.methods]
            codes = {code for *_which, code in requested(route, world, others, ("student", "staff", "reviewer"))}
            assert codes <= {405}, route.name


def differing(found: Found, wanted: Found) -> dict[tuple[str, str, str], str]:
    assert found.keys() == wanted.keys()
    return {which: f"{found[which]}, not {code}" for which, code in wanted.items() if found[which] != code}
