"""A browser, started once for all tests of this folder."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from koalarag.tests.browsers import Contexts, OpenPage, launched

# A busy machine answers late; what never comes is waited for no longer than this (ms).
expect.set_options(timeout=20_000)


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    with launched(chromium) as browser:
        yield browser


@pytest.fixture(scope="package")
def contexts(browser: Browser, site: str) -> Contexts:
    return Contexts(browser, site)


@pytest.fixture
def open_page(contexts: Contexts) -> Iterator[OpenPage]:
    with contexts.of_a_test() as opening:
        yield opening


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page(
        viewport={"width": 1366, "height": 850}, locale="es", permissions=["clipboard-read", "clipboard-write"]
    )


def ask(page: Page, text: str) -> Locator:
    """The answer, once it stands."""
    before = page.locator(".answer:not([aria-busy])").count()
    page.locator("#question").fill(text)
    page.keyboard.press("Enter")
    answers = page.locator(".answer:not([aria-busy])")
    expect(answers).to_have_count(before + 1)
    return answers.last
