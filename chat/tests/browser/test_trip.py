"""A traveller's way: the form alone makes a plan, words change it, and the form shows what was written."""

import re

import pytest
from playwright.sync_api import Page, expect

from chat.models import Assistant, AssistantText
from chat.tests.browser.conftest import ask
from chat.tests.trips import test_itinerary as guides

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
assistant = guides.assistant


def test_from_the_form_to_a_changed_plan(page: Page, site: str, assistant: Assistant) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    AssistantText.objects.create(assistant=assistant, language="es", name="Viajes")
    page.goto(site)
    expect(page.locator("#trip-plan")).to_be_visible()
    budget = page.locator("#budget")
    expect(budget).to_contain_text(re.compile(r"caben unas \d+ palabras"))
    assert budget.evaluate("said => said.getClientRects().length") == 1, "it takes more than one line"
    if not page.locator("#trip[open]").count():
        page.locator("#trip summary").click()
    page.get_by_label("Naturaleza").check()
    page.locator("#trip-plan").click()
    plans = page.locator(".answer:not([aria-busy]) .plan")
    expect(plans.locator(".plan-day")).to_have_count(3)
    expect(plans.locator(".plan-name").first).to_be_visible()
    expect(page.locator(".sources")).to_be_hidden()
    expect(page.locator("#budget-bar")).to_be_hidden()

    page.locator("#question").fill("que sean 2 días, con niños")
    page.keyboard.press("Enter")
    expect(plans.nth(1).locator(".plan-day")).to_have_count(2)
    assert page.locator("input[name=days]").input_value() == "2"
    assert page.locator("#trip-plan").text_content() == "Actualiza mi viaje"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []


def test_after_a_change_other_days_are_folded_and_a_remark_is_not_covered(
    page: Page, site: str, assistant: Assistant
) -> None:
    AssistantText.objects.create(assistant=assistant, language="es", name="Viajes")
    page.goto(site)
    ask(page, "3 días en Brisbane")
    answer = ask(page, "quita la mañana del día 2")
    folded = answer.locator(".plan-day.is-folded")
    expect(folded).to_have_count(2)
    expect(folded.first.locator(".plan-text").first).to_be_hidden()
    folded.first.locator("summary").first.press("Enter")
    expect(folded.first.locator(".plan-text").first).to_be_visible()

    answer.locator("[data-verdict=down]").click()
    send = answer.locator(".comment button[type=submit]")
    expect(send).to_be_in_viewport(ratio=1)
    button, composer = send.bounding_box(), page.locator("#composer").bounding_box()
    assert button
    assert composer
    assert button["y"] + button["height"] <= composer["y"]
