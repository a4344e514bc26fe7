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
        # What draws needs no process of its own where nobody looks.
        arguments = ["--no-sandbox", "--in-process-gpu"]
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield browser
        browser.close()


class Contexts:
    """One for each screen, kept from test to test with its page: a new one starts a process and compiles all scripts of
    the site, and a new page opens a window of the browser. Cookies and storage of a test go with it, and so does what
    it has set of its page."""

    def __init__(self, browser: Browser, site: str) -> None:
        self._browser, self._start = browser, f"{site}/health/"
        self._made: dict[str, BrowserContext] = {}
        self._used: dict[str, dict[str, Any]] = {}
        """screen -> its options"""

    @contextmanager
    def of_a_test(self) -> Iterator[OpenPage]:
        """Opens pages, whose options are those of a context."""
        yield self._open
        for screen, options in self._used.items():
            self._clear(self._made[screen], options)
        self._used.clear()

    def _open(self, **options: Any) -> Page:
        screen = json.dumps(options, sort_keys=True)
        if screen not in self._made:
            self._made[screen] = self._browser.new_context(**options)
            self._made[screen].new_page().goto(self._start)
        if screen in self._used:
            return self._made[screen].new_page()
        self._used[screen] = options
        return self._made[screen].pages[0]

    def _clear(self, context: BrowserContext, options: dict[str, Any]) -> None:
        page, *others = context.pages
        for other in others:
            other.close()
        page.set_viewport_size(options["viewport"])
        page.emulate_media(media="null", color_scheme=options.get("color_scheme", "null"), reduced_motion="null")
        page.goto(self._start)
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        context.clear_cookies()
