"""An assistant on a department's own page, of another origin than ours."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FrameLocator, Page, expect

from chat.models import Assistant
from chat.tests.browser.conftest import ask
from chat.tests.browser.department import Department, department
from chat.tests.browser.test_page import DEGREE, DOCTORAL, assistants  # noqa: F401
from koalarag.tests.browsers import OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def library(site: str, assistants: object) -> Iterator[Department]:  # noqa: F811
    with department(site) as made:
        Assistant.objects.filter(slug="rules").update(embed_origins=[made.url])
        made.show("rules")
        yield made


def opened(page: Page) -> FrameLocator:
    page.get_by_role("button", name="Preguntar a «Normativa»").click()
    frame = page.frame_locator("koalarag-widget iframe")
    expect(frame.locator("#question")).to_be_focused()
    return frame


def asked(frame: FrameLocator, page: Page, text: str) -> None:
    before = frame.locator(".answer:not([aria-busy])").count()
    frame.locator("#question").fill(text)
    page.keyboard.press("Enter")
    expect(frame.locator(".answer:not([aria-busy])")).to_have_count(before + 1)


def test_a_question_is_asked_and_its_source_opened_by_keyboard_without_a_third_partys_cookie(
    page: Page, library: Department
) -> None:
    page.goto(library.url)
    frame = opened(page)
    asked(frame, page, DOCTORAL)
    expect(frame.locator(".answer-text")).to_contain_text("35 libros")
    frame.locator("a.cite").first.focus()
    page.keyboard.press("Enter")
    expect(frame.frame_locator("#panel-frame").locator("mark").first).to_contain_text("35 libros")
    expect(frame.locator("#panel")).not_to_have_class(re.compile("is-loading"))  # a source that loads has its own keys
    page.keyboard.press("Escape")
    expect(frame.locator("#panel")).to_be_hidden()
    expect(page.locator("koalarag-widget dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("koalarag-widget dialog")).to_be_hidden()
    expect(page.locator("koalarag-widget .open")).to_be_focused()
    assert [(cookie["name"], bool(cookie.get("partitionKey"))) for cookie in page.context.cookies()] == [
        ("visit", True)
    ]

    page.goto(library.url)
    frame = opened(page)
    expect(frame.locator(".answer-text")).to_contain_text("35 libros")
    asked(frame, page, DEGREE)
    expect(frame.locator(".answer-text").last).to_contain_text("10 libros")
    frame.locator(".answer [data-verdict=up]").last.click()
    expect(frame.locator(".answer .action-note").last).not_to_be_empty()
    frame.get_by_role("button", name="Nueva conversación").click()
    expect(frame.locator("#welcome")).to_be_visible()


def test_a_signed_in_one_is_nobody_in_the_frame(page: Page, site: str, library: Department) -> None:
    """His cookie is not sent there, or would let the page around the frame act for him."""
    page.goto(site)
    ask(page, DOCTORAL)
    page.goto(library.url)
    expect(opened(page).locator(".answer")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_of_it_breaks_the_rules_of_accessibility(open_page: OpenPage, library: Department, theme: str) -> None:
    library.show("rules", theme=theme, lang="es")
    library.lang = "en"
    page = open_page(viewport={"width": 1366, "height": 850}, locale="en")
    page.goto(library.url)
    frame = opened(page)
    asked(frame, page, DOCTORAL)
    inner = next(each for each in page.frames if "/w/rules/" in each.url)
    found = [Axe().run(where).response["violations"] for where in (page, inner)]  # type: ignore[arg-type]
    shade = inner.evaluate("getComputedStyle(document.body).backgroundColor")
    assert found == [[], []]
    assert shade == {"light": "rgb(246, 247, 245)", "dark": "rgb(19, 24, 22)"}[theme]


def test_on_a_phone_it_fills_the_screen(page: Page, library: Department) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(library.url)
    frame = opened(page)
    box = page.locator("koalarag-widget dialog").bounding_box()
    assert box
    assert (box["width"], box["height"]) == (390, 844)
    asked(frame, page, DOCTORAL)
    inner = next(each for each in page.frames if "/w/rules/" in each.url)
    assert inner.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame.get_by_role("button", name="Cerrar").first.click()
    expect(page.locator("koalarag-widget .open")).to_be_focused()


def test_elsewhere_there_is_no_button_and_the_console_says_why(page: Page, site: str, library: Department) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    with page.expect_console_message(lambda message: message.text.startswith("koalarag")):
        page.goto(library.other_url)
    assert f"may not be shown on {library.other_url}: add this origin" in "\n".join(said)
    assert page.locator("koalarag-widget").count() == 0

    library.body = f'<iframe src="{site}/w/rules/"></iframe>'
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(library.other_url)
    page.goto(library.url)
    expect(page.frame_locator("iframe").locator("#question")).to_be_visible()
