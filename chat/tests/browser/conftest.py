"""The site and a browser, started once for all tests of this folder."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from koalarag.localserver.connection import free_port


@pytest.fixture(scope="package")
def site(django_db_setup: None) -> Iterator[str]:
    """The site as it runs for users: uvicorn, websockets, the channel layer of this database."""
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "koalarag.asgi:application",
        "--port",
        str(port),
        "--log-level",
        "warning",
    ]
    server = subprocess.Popen(command, env=os.environ)
    try:
        _wait_for(url)
        yield url
    finally:
        server.terminate()
        server.wait()


def _wait_for(url: str, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            urlopen(url + "/sign-in/", timeout=5).close()
            return
        except URLError:
            assert time.monotonic() < deadline, "the site does not answer"
            time.sleep(0.1)


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
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="es")
    yield context.new_page()
    context.close()
