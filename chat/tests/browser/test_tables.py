"""A table that is wider than its place says so at its edge, and the keyboard scrolls it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from chat import sharing
from chat.models import Conversation, Message
from chat.tests.browser.test_page import assistant
from knowledge.tests.corpus import Text, add, collection

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COLUMNS = [f"Columna número {number}" for number in range(1, 9)]
ROW = " · ".join(f"[{column}] valor" for column in COLUMNS)
MARKDOWN = f"| {' | '.join(COLUMNS)} |\n{'| --- ' * len(COLUMNS)}|\n{'| valor ' * len(COLUMNS)}|"


def check_cue(page: Page, box: Locator) -> None:
    """More to the right at first; at the end of it, more to the left."""
    expect(box).to_have_class(re.compile("has-after"))
    expect(box).not_to_have_class(re.compile("has-before"))
    assert "gradient" in box.evaluate("one => getComputedStyle(one).maskImage")
    expect(box).to_have_attribute("role", "group")
    expect(box).to_have_attribute("aria-label", re.compile(COLUMNS[0]))
    box.focus()
    page.keyboard.press("End")
    for _press in range(60):
        page.keyboard.press("ArrowRight")
    expect(box).to_have_class(re.compile("has-before"))
    expect(box).not_to_have_class(re.compile("has-after"))


def test_in_a_source_and_in_an_answer(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    document = add(collection("library"), Text("Normas", "Plazos", f"{ROW}\n{ROW}"))
    reader = assistant("rules", "Normativa", document)
    page.goto(f"{site}/source/{document.pk}/")
    check_cue(page, page.locator(".block-table"))

    conversation = Conversation.objects.create(assistant=reader, title="Plazos")
    Message.objects.create(conversation=conversation, role=Message.Role.USER, text="¿Plazos?")
    Message.objects.create(conversation=conversation, role=Message.Role.ASSISTANT, text=MARKDOWN)
    page.goto(f"{site}/s/{sharing.make(conversation, 1).token}/")
    check_cue(page, page.locator(".answer-text .rows"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_fits_is_no_stop_of_the_keyboard(page: Page, site: str) -> None:
    document = add(collection("library"), Text("Normas", "Plazos", "[Quién] Todos · [Libros] 10"))
    assistant("rules", "Normativa", document)
    page.goto(f"{site}/source/{document.pk}/")
    box = page.locator(".block-table")
    expect(box).to_be_visible()
    expect(box).not_to_have_attribute("tabindex", "0")
    expect(box).not_to_have_class(re.compile("has-"))
