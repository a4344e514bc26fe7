"""A browser for the tests of a folder, and pages in it that know nothing of those before them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

OpenPage = Callable[..., Page]


@contextmanager
def launched(executable: str) -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, in which Django would refuse its ORM.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        yield browser
        browser.close()


class Contexts:
    """One for each screen, kept from test to test with a page of the site open: a new one starts a process and compiles
    all scripts of the site, which takes three times as long as a page that finds both there. Cookies and storage of a
    test go with it."""

    def __init__(self, browser: Browser, site: str) -> None:
        self._browser, self._site = browser, site
        self._made: dict[str, BrowserContext] = {}
        self._used: set[str] = set()

    @contextmanager
    def of_a_test(self) -> Iterator[OpenPage]:
        """Opens pages, whose options are those of a context."""
        yield self._open
        for screen in self._used:
            kept, *pages = self._made[screen].pages
            for page in pages:
                page.close()
            kept.evaluate("localStorage.clear()")
            kept.context.clear_cookies()
        self._used.clear()

    def _open(self, **options: Any) -> Page:
        screen = json.dumps(options, sort_keys=True)
        if screen not in self._made:
            self._made[screen] = self._browser.new_context(**options)
            self._made[screen].new_page().goto(f"{self._site}/health/")
        self._used.add(screen)
        return self._made[screen].new_page()
