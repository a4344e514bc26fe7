"""What a student sees when asked back, and when the language model fails."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from chat.agent import phrases
from chat.models import Assistant, AssistantText
from chat.tests.agent.openai_server import Script, serving
from chat.tests.agent.plausible_model import FAILURES, behave, failing
from knowledge.tests.corpus import Text, add, collection

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ASKED = "¿Cuánto vale el examen final?"
EXAMS = {"Álgebra": 60, "Estadística": 70}


@pytest.fixture
def assistant() -> Assistant:
    where = collection()
    for course, share in EXAMS.items():
        text = Text(f"Guía de {course}", "Evaluación", f"El examen final de {course} vale el {share} % de la nota.")
        add(where, text, course=course, published_on=None)
    made = Assistant.objects.create(slug="guides", min_relevance=0.25)
    made.collections.add(where)
    AssistantText.objects.create(assistant=made, language="es", name="Guías")
    return made


@pytest.fixture
def script(assistant: Assistant) -> Iterator[Script]:
    """The server of the assistant's language model."""
    script = Script(behave)
    with serving(script) as url:
        Assistant.objects.update(language_models={"generator": {"model": "openai:test", "base_url": url}})
        yield script


def ask(page: Page, site: str, text: str) -> None:
    page.goto(site)
    page.locator("#question").fill(text)
    page.keyboard.press("Enter")


def test_a_question_in_return_is_answered_by_keyboard(page: Page, site: str, assistant: Assistant) -> None:
    ask(page, site, ASKED)
    choices = page.locator(".choices button")
    expect(choices).to_have_text(list(EXAMS))
    page.locator(".answer").focus()
    page.keyboard.press("Tab")
    expect(choices.first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    answer = page.locator(".answer:not([aria-busy])").nth(1)
    expect(answer.locator(".answer-text")).to_contain_text("70 %")
    expect(page.locator(".question-text").nth(1)).to_have_text("Estadística")


def test_a_model_that_fails_is_a_note_and_the_page_goes_on(page: Page, site: str, script: Script) -> None:
    script.behaviour = failing(FAILURES["stream cut off"])
    ask(page, site, "¿Cuánto vale el examen final de Álgebra?")
    answer = page.locator(".answer:not([aria-busy])")
    expect(answer.locator(".answer-text")).to_contain_text("60 %")
    expect(answer.locator(".answer-text em").last).to_have_text(phrases.say(phrases.WITHOUT_MODEL, "es"))
    script.behaviour = behave
    page.locator("#question").fill("gracias")
    page.keyboard.press("Enter")
    expect(page.locator(".answer:not([aria-busy])")).to_have_count(2)
