"""The source viewer in a real browser."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from knowledge.following import follows
from knowledge.models import Document, Follow
from knowledge.tests.highlighting import pdfs
from koalarag.tests.browsers import Contexts, launched

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def contexts(chromium: str, live_server: LiveServer) -> Iterator[Contexts]:
    with launched(chromium) as browser:
        yield Contexts(browser, live_server.url)


@pytest.fixture(params=[1280, 390], ids=["desktop", "phone"])
def page(contexts: Contexts, request: pytest.FixtureRequest) -> Iterator[Page]:
    with contexts.of_a_test() as opened:
        yield opened(viewport={"width": request.param, "height": 800}, locale="en")


def test_the_marked_quote_is_in_sight(page: Page, live_server: LiveServer, regulations: Document) -> None:
    query = urlencode({"page": 1, "quote": pdfs.LOANS})
    page.goto(f"{live_server.url}/source/{regulations.pk}/?{query}#quote")
    expect(page.locator("mark")).to_have_text(pdfs.LOANS)
    expect(page.locator(".quote-line")).to_have_count(2)
    expect(page.locator(".quote-line").first).to_be_in_viewport()
    expect(page.locator(".viewer-page img")).to_have_js_property("complete", True)
    assert page.evaluate("document.querySelector('.viewer-page img').naturalWidth") > 500
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_arrow_keys_turn_the_pages(page: Page, live_server: LiveServer, regulations: Document) -> None:
    page.goto(f"{live_server.url}/source/{regulations.pk}/?page=1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".viewer-text")).to_contain_text(pdfs.FINES)
    expect(page.locator(".viewer-text")).not_to_have_attribute("open", "")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".viewer-text")).to_contain_text(pdfs.LOANS)


def test_the_picture_fits_and_is_zoomed(page: Page, live_server: LiveServer, regulations: Document) -> None:
    page.goto(f"{live_server.url}/source/{regulations.pk}/?page=1&quote=trinta")
    frame, sheet = page.locator(".viewer-frame"), page.locator(".viewer-page")

    def share() -> float:
        outer, inner = frame.bounding_box(), sheet.bounding_box()
        assert outer is not None
        assert inner is not None
        return inner["width"] / outer["width"]

    assert 0.95 < share() <= 1
    page.get_by_role("button", name="Larger").click()
    page.keyboard.press("+")
    assert share() > 1.9
    page.get_by_role("button", name="Fit the width").click()
    assert share() <= 1


def test_a_signed_in_reader_follows_and_ends_it(
    page: Page, live_server: LiveServer, regulations: Document, settings: Any
) -> None:
    settings.SITE_URL = live_server.url
    ana = User.objects.create_user("ana", "ana@example.edu", "secret")
    address = f"{live_server.url}/source/{regulations.pk}/"
    page.goto(address)
    page.locator(".viewer-follow summary").click()
    expect(page.get_by_role("button", name="Follow this document")).to_have_count(0)
    page.goto(f"{live_server.url}/sign-in/?next=/source/{regulations.pk}/")
    page.locator("[name=username]").fill("ana")
    page.locator("[name=password]").fill("secret")
    page.keyboard.press("Enter")
    page.locator(".viewer-follow summary").click()
    page.get_by_role("button", name="Follow this document").click()
    expect(page.locator(".viewer-follow summary")).to_have_text("You are told when it changes")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.clear_cookies()
    page.goto(f"{live_server.url}/unfollow/{follows.token(ana)}/")
    page.get_by_role("button", name="No longer follow it").click()
    expect(page.get_by_role("status")).to_contain_text("no more mails")
    assert not Follow.objects.exists()
