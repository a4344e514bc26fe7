"""The site's pages, and the administration's, work under the policy that lets nothing run that stands in a page."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from chat.models import Assistant, Trace
from chat.tests.browser.test_journey import QUOTE, assistant
from knowledge.models import Document

__all__ = ["assistant"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = (
    "/",
    "/sign-in/",
    "/nowhere/",
    "/api/v1/docs",
    "/api/tokens/",
    "/admin/",
    "/admin/knowledge/document/",
    "/admin/knowledge/document/add/",
    "/admin/knowledge/document/{document}/change/",
    "/admin/knowledge/collection/add/",
    "/admin/knowledge/embeddingmodel/",
    "/admin/chat/assistant/{assistant}/change/",
    "/admin/chat/trace/",
    "/admin/chat/trace/{trace}/change/",
    "/admin/evaluation/run/",
    "/admin/evaluation/dataset/",
)


def test_no_page_asks_for_more_than_it_may(page: Page, site: str, assistant: Assistant) -> None:
    broken: list[str] = []
    page.on("console", lambda said: broken.append(f"{page.url}: {said.text}") if "Security Policy" in said.text else 0)
    document = Document.objects.get()
    span = {"name": "retrieve", "ms": 9.0, "detail": {}}
    trace = Trace.objects.create(assistant=assistant, origin="chat", question="How?", spans=[span], milliseconds=10)
    client = Client()
    client.force_login(User.objects.create_superuser("ana"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    for address in PAGES:
        page.goto(site + address.format(document=document.pk, assistant=assistant.pk, trace=trace.pk))
    page.goto(f"{site}/source/{document.pk}/?page=2&quote={QUOTE}")
    mark = page.locator(".quote-line").first.bounding_box()
    assert mark is not None
    assert mark["width"] > 50
    assert mark["height"] > 5
    assert broken == []
