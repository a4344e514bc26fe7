"""Signing in with a provider, in a browser that holds the site to its own policy."""

# ruff: noqa: F401, F811 (fixtures of another folder)
from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Page, expect

from chat.models import Assistant, AssistantText, Conversation
from chat.owners import SESSION_KEY
from koalarag.tests.openid.conftest import Configure, configure, provider, provider_key
from koalarag.tests.openid.provider import Provider

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_visitor_signs_in_with_a_provider_and_keeps_what_was_asked(
    page: Page,
    live_server: Any,
    configure: Configure,
    provider: Provider,
) -> None:
    assistant = Assistant.objects.create(slug="library")
    AssistantText.objects.create(assistant=assistant, language="es", name="Biblioteca")
    page.goto(live_server.url)
    (cookie,) = (each for each in page.context.cookies() if each["name"] == "sessionid")
    visitor = SessionStore(cookie["value"])[SESSION_KEY]
    Conversation.objects.create(assistant=assistant, session_key=visitor, title="¿Cuántos libros?")

    page.goto(f"{live_server.url}/sign-in/?next=/")
    page.get_by_role("button", name="Iniciar sesión con University").click()
    expect(page.locator(".signed-in")).to_contain_text("Ana Souto")
    assert page.url == f"{live_server.url}/"
    expect(page.locator(".conversation-title")).to_have_text("¿Cuántos libros?")
    assert Conversation.objects.get().user.username == "ana"

    page.locator(".account summary").click()
    page.get_by_role("button", name="Cerrar sesión").click()
    expect(page.locator(".signed-in")).to_have_count(0)
    expect(page.locator(".conversation-title")).to_have_count(0)


def test_who_refuses_is_told_so_and_may_try_again_in_another_language(
    page: Page,
    live_server: Any,
    configure: Configure,
    provider: Provider,
) -> None:
    provider.refuses = "access_denied"
    page.goto(f"{live_server.url}/sign-in/?next=/search/")
    page.get_by_role("button", name="Iniciar sesión con University").click()
    expect(page.get_by_role("alert")).to_contain_text("No has permitido")
    provider.refuses = ""
    page.get_by_role("button", name="Galego").click()
    page.get_by_role("button", name="Iniciar sesión con University").click()
    expect(page.locator(".signed-in")).to_contain_text("Ana Souto")
    assert page.url == f"{live_server.url}/"
