"""axe-core on every page, in light and dark; keyboard, live region, zoom, and how heavy the first page is."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page, Response, expect

from chat import sharing
from chat.models import Conversation
from chat.tests.browser.conftest import ask
from chat.tests.browser.test_page import DOCTORAL, assistants  # noqa: F401
from knowledge.models import Document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MAX_FIRST_PAGE = 150_000
"""bytes, without images"""


def violations(page: Page) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{page.url} {one['id']}: {node['html'][:150]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_has_a_violation(page: Page, site: str, assistants: dict[str, Document], theme: Any) -> None:  # noqa: F811
    Document.objects.filter(pk=assistants["loans"].pk).update(valid_until="2025-12-31")
    page.emulate_media(color_scheme=theme)
    page.goto(site)
    found = violations(page)
    answer = ask(page, DOCTORAL)
    answer.locator(".source summary").click()
    found += violations(page)
    page.locator("#share").click()
    found += violations(page)
    page.keyboard.press("Escape")
    answer.locator("a.cite").first.click()
    expect(page.frame_locator("#panel-frame").locator("mark")).to_be_visible()
    found += violations(page)
    share = sharing.make(Conversation.objects.get(), 1)
    paths = ["/search/?q=libros", f"/s/{share.token}/", "/sign-in/", f"/source/{assistants['loans'].pk}/?quote=libros"]
    for path in [*paths, "/nowhere/"]:
        page.goto(site + path)
        found += violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site)
    page.locator(".drawer-toggle").click()
    found += violations(page)
    assert found == []


def test_signed_in_one_is_named_and_the_pages_hold(page: Page, site: str) -> None:
    User.objects.create_user("ana", password="secret", first_name="Ana", last_name="Lago")
    page.goto(f"{site}/sign-in/?next=/api/tokens/")
    page.locator("[name=username]").fill("ana")
    page.locator("[name=password]").fill("secret")
    page.keyboard.press("Enter")
    expect(page.locator(".signed-in")).to_contain_text("Ana Lago")
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[name=name]").fill("My program")
    page.locator("[name=scopes]").first.check()
    page.get_by_role("button", name="Crear un token").click()
    expect(page.locator("main .scrolls")).to_have_class(re.compile("has-after"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".account summary").click()
    for reachable in ("Conectar otras aplicaciones", "Cerrar sesión"):
        expect(page.locator(".account li", has_text=reachable)).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".account ul")).to_be_hidden()
    expect(page.locator(".account summary")).to_be_focused()


def test_the_keyboard_alone_is_enough_and_the_answer_is_announced(page: Page, site: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(site)
    page.keyboard.type(DOCTORAL)
    page.keyboard.press("Enter")
    expect(page.locator("#announcer[aria-live=polite]")).to_contain_text("35 libros")
    assert page.evaluate("getComputedStyle(document.querySelector('.pulse')).animationName") == "none"
    page.locator(".answer").focus()
    page.keyboard.press("Tab")
    expect(page.locator("a.cite").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("a.cite").first).to_be_focused()


def test_the_arrows_go_through_a_menu(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, DOCTORAL)
    menu = page.locator("#conversation-tools .menu")
    menu.locator("summary").focus()
    lines = menu.locator("a")
    for key, line in (
        ("ArrowDown", lines.first),
        ("ArrowUp", lines.last),
        ("ArrowDown", lines.first),
        ("End", lines.last),
    ):
        page.keyboard.press(key)
        expect(line).to_be_focused()
    page.keyboard.press("Escape")
    expect(lines.first).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()


def test_at_twice_the_size_nothing_is_cut_off(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 683, "height": 425})  # what 1366 × 850 is at 200 %
    page.goto(site)
    ask(page, DOCTORAL)
    for address in (page.url, f"{site}/search/?q=libros"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_page_is_light_and_asks_nobody_else(page: Page, site: str) -> None:
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 (playwright wants a function)
    page.goto(site)
    page.wait_for_load_state("networkidle")
    assert {response.url.split("/")[2] for response in responses} == {site.split("/")[2]}
    heavy = [response for response in responses if response.request.resource_type != "image"]
    assert sum(len(response.body()) for response in heavy) < MAX_FIRST_PAGE
