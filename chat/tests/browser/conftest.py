"""A browser, started once for all tests of this folder."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

# A busy machine answers late; what never comes is waited for no longer than this (ms).
expect.set_options(timeout=20_000)


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, in which Django would refuse its ORM.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1366, "height": 850}, locale="es", permissions=["clipboard-read", "clipboard-write"]
    )
    yield context.new_page()
    context.close()


def ask(page: Page, text: str) -> Locator:
    """The answer, once it stands."""
    before = page.locator(".answer:not([aria-busy])").count()
    page.locator("#question").fill(text)
    page.keyboard.press("Enter")
    answers = page.locator(".answer:not([aria-busy])")
    expect(answers).to_have_count(before + 1)
    return answers.last
