"""A provider that is down, seen from the page: an answer and a note, never an error."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from chat.agent.llm import breaker
from chat.agent.llm.roles import ROLES
from chat.models import Assistant
from chat.tests.agent.openai_server import Script, serving
from chat.tests.agent.plausible_model import FAILURES, behave, failing
from chat.tests.web.conftest import Page
from knowledge.tests.corpus import Text, add

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("layer"),
]


@pytest.fixture
def script(settings: Settings, assistant: Assistant) -> Iterator[Script]:
    breaker.forget()
    add(assistant.collections.get(), Text("rules.md", "Loans", "Doctoral students may borrow 35 books.", language="en"))
    settings.MODEL_SILENCE_SECONDS = 0.3
    script = Script(behave)
    with serving(script) as url:
        one = {"model": "openai:m", "base_url": url, "temperature": 0.1, "max_tokens": 500}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one)
        yield script


@pytest.mark.parametrize("failure", ["500 every time", "hangs after three words", "stream cut off", "401 wrong key"])
async def test_a_server_that_fails_is_a_note_under_the_answer(script: Script, failure: str) -> None:
    script.behaviour = failing(FAILURES[failure])
    page = await Page().open()
    await page.ask("How many books may doctoral students borrow?")
    heard = await page.hear_all()
    final = heard[-1]["event"]
    assert (final["kind"], final["status"]) == ("answer", "answered")
    assert "35 books" in final["html"]
    assert "<em>The language model gave no answer that can be shown" in final["html"]
    await page.close()
