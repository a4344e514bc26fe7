"""Windows of every size: where one writes is in view, whatever else is open, and what was said can be read above it."""

# ruff: noqa: F401, F811 (fixtures of other modules)
from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from chat.models import Assistant, AssistantText
from chat.tests.browser.conftest import ask
from chat.tests.browser.test_page import DOCTORAL, assistants
from chat.tests.trips import test_itinerary as guides
from knowledge.models import Document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(1366, 850), (390, 844), (683, 425)]
"""a desk, a phone, and the desk at 200 %"""
MIN_READABLE = 200
"""of a conversation, in pixels: eight lines"""
assistant = guides.assistant


@pytest.fixture
def traveller(page: Page, site: str, assistant: Assistant) -> Page:
    AssistantText.objects.create(
        assistant=assistant,
        language="es",
        name="KoalaRoute",
        description="Itinerarios día a día por Australia, a partir de tus preferencias y de guías de diez ciudades.",
        suggestions="Tres días en Brisbane, con jardines y museos.\n¿Cómo es el clima de Perth?\nPlaya y comida.",
    )
    assistant.form = assistant.form | {"interests": [f"interest number {number}" for number in range(11)]}
    assistant.save()
    page.goto(f"{site}/a/{assistant.slug}/")
    return page


def edges(element: Locator) -> tuple[float, float]:
    """Its top and its bottom in the window."""
    box = element.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_open_form_of_a_trip_leaves_the_composer_in_view(traveller: Page, width: int, height: int) -> None:
    traveller.set_viewport_size({"width": width, "height": height})
    form = traveller.locator("#trip")
    if form.get_attribute("open") is None:
        form.locator("summary").click()
    for needed in ("#question", "#send", "#trip-plan", "#trip summary"):
        expect(traveller.locator(needed)).to_be_in_viewport(ratio=1)
    assert edges(traveller.locator("#composer"))[1] <= height
    last = traveller.locator("#trip .chip").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    assert edges(traveller.locator("#composer"))[1] <= height


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_answer_can_be_read_above_the_composer(
    page: Page, site: str, assistants: dict[str, Document], width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site)
    ask(page, DOCTORAL)
    header, composer = page.locator(".site-header"), page.locator("#composer")
    assert edges(composer)[0] - edges(header)[1] >= MIN_READABLE
    assert edges(composer)[1] <= height
    for needed in ("#question", "#send"):
        expect(page.locator(needed)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_buttons_of_the_share_dialog_stand_in_line(
    page: Page, site: str, assistants: dict[str, Document], width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site)
    ask(page, DOCTORAL)
    page.locator("#share").click()
    dialog = page.locator("#share-dialog")
    dialog.locator("[type=submit]").click()
    expect(dialog.locator("[name=link]")).to_be_visible()
    for row in (
        ("[name=days]", "[type=submit]"),
        ("[name=link]", "[data-copy-link]"),
        ("[data-unshare]", "[data-close]"),
    ):
        first, last = (edges(dialog.locator(one)) for one in row)
        assert first == pytest.approx(last, abs=1)
    assert edges(dialog)[1] <= height
