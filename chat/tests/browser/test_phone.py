"""A small screen: nothing that one needs first is out of view, and every assistant is within reach."""

# ruff: noqa: F401, F811 (fixtures of other modules)
from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from chat import sharing
from chat.models import Assistant, AssistantText, Citation, Conversation, Message
from chat.tests.browser.conftest import ask
from chat.tests.browser.test_page import assistant as assistant_of
from chat.tests.browser.test_page import assistants
from chat.tests.trips import test_itinerary as guides
from knowledge.models import Document
from knowledge.tests.corpus import Text, add, collection
from koalarag.tests.browsers import OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTH, HEIGHT = 390, 844
assistant = guides.assistant


@pytest.fixture(params=["gl", "es", "en"])
def phone(open_page: OpenPage, request: pytest.FixtureRequest) -> Page:
    screen = {"width": WIDTH, "height": HEIGHT}
    return open_page(viewport=screen, locale=request.param, is_mobile=True, has_touch=True)


def bottom(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_the_first_page_of_a_trip_is_whole(phone: Page, site: str, assistant: Assistant) -> None:
    wishes = ["Queremos visitar zonas verdes y jardines botánicos cerca de Brisbane.", "¿Qué festivales hay?", "Playa"]
    described = "Itinerarios día a día por Australia, a partir de tus preferencias y de guías de diez ciudades."
    for language in ("gl", "es", "en"):
        AssistantText.objects.create(
            assistant=assistant,
            language=language,
            name="KoalaRoute",
            description=described,
            suggestions="\n".join(wishes),
        )
    phone.goto(f"{site}/a/{assistant.slug}/")
    expect(phone.locator("#budget-bar")).to_be_visible()
    assert bottom(phone.locator("#composer")) <= HEIGHT


def test_a_conversation_leaves_two_thirds_of_the_screen_to_its_answer(
    phone: Page, site: str, assistant: Assistant
) -> None:
    AssistantText.objects.create(assistant=assistant, language="es", name="KoalaRoute")
    phone.goto(f"{site}/a/{assistant.slug}/")
    ask(phone, "2 días en Brisbane")
    composer, header = phone.locator("#composer").bounding_box(), phone.locator("header").first.bounding_box()
    assert composer
    assert header
    assert composer["height"] + header["height"] <= HEIGHT / 3
    expect(phone.locator("#question")).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_assistant_is_in_view(phone: Page, site: str, assistants: dict[str, Document]) -> None:
    third = Assistant.objects.create(slug="third", position=9)
    for assistant in Assistant.objects.all():
        for language in ("gl", "es", "en"):
            assistant.texts.update_or_create(language=language, defaults={"name": f"Un nome longo de {assistant.slug}"})
    phone.goto(site)
    links = phone.locator(".assistants a")
    expect(links).to_have_count(3)
    for link in links.all():
        expect(link).to_be_in_viewport(ratio=1)
    links.last.tap()
    expect(phone.locator(".assistants a[aria-current]")).to_have_text(f"Un nome longo de {third.slug}")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


CHANGED = "| Section | Before | Now |\n| --- | --- | --- |\n| Fee | It is 20 euros. [1] | It is 30 euros. [2] [1] |"
MET = """mark => {
    mark.scrollIntoView({ block: "center" });
    const { left, width, top, height } = mark.getBoundingClientRect();
    const at = (x, y) => document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
    return [[-11.5, -11.5], [11.5, -11.5], [-11.5, 11.5], [11.5, 11.5]].every(([x, y]) => at(x, y) === mark);
}"""


def test_a_finger_meets_a_citation_and_before_stands_above_now(open_page: OpenPage, site: str) -> None:
    phone = open_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en", is_mobile=True, has_touch=True)
    document = add(collection(), Text("Fees", "Fee", "It is 20 euros. It is 30 euros.", "en"))
    reader = assistant_of("fees", "Fees", document)
    conversation = Conversation.objects.create(assistant=reader, title="Fees")
    Message.objects.create(conversation=conversation, role=Message.Role.USER, text="What changed?")
    answer = Message.objects.create(conversation=conversation, role=Message.Role.ASSISTANT, text=CHANGED, state="done")
    for number in (1, 2):
        Citation.objects.create(message=answer, number=number, document=document, title="Fees", quote="It is 20 euros.")
    phone.goto(f"{site}/s/{sharing.make(conversation, 1).token}/")
    marks = phone.locator("a.cite")
    expect(marks).to_have_count(3)
    assert [mark.evaluate(MET) for mark in marks.all()] == [True] * 3
    before, now = (phone.locator(f"td[data-label={name}]").bounding_box() for name in ("Before", "Now"))
    assert before
    assert now
    assert (now["x"], now["y"]) == (before["x"], before["y"] + before["height"])


def test_what_was_found_comes_before_what_narrows_it(phone: Page, site: str, assistants: dict[str, Document]) -> None:
    phone.goto(f"{site}/search/?q=alumnado libros examen")
    found = phone.locator(".search-result").first.bounding_box()
    assert found
    assert found["y"] < HEIGHT / 2
    facet = phone.locator(".facet").first
    facet.locator("summary").tap()
    expect(facet.locator("a").first).to_be_visible()


def test_what_is_chosen_in_the_share_dialog_can_be_read(
    phone: Page, site: str, assistants: dict[str, Document]
) -> None:
    phone.goto(site)
    ask(phone, "¿Cuántos libros puede llevarse el alumnado de doctorado?")
    phone.locator("#share").click()
    expect(phone.locator("#share-dialog")).to_be_visible()
    whole = """select => {
        const free = select.cloneNode(true);
        free.style.cssText = "position: absolute; width: auto; max-width: none; visibility: hidden";
        select.parentElement.append(free);
        const width = free.offsetWidth;
        free.remove();
        return select.offsetWidth >= width;
    }"""
    assert phone.locator("#share-dialog select").evaluate(whole)


def test_the_form_of_a_trip_leaves_its_room_to_what_is_read(phone: Page, site: str, assistant: Assistant) -> None:
    AssistantText.objects.create(assistant=assistant, language="es", name="KoalaRoute")
    phone.goto(f"{site}/a/{assistant.slug}/")
    ask(phone, "4 días en Brisbane")
    phone.wait_for_timeout(700)  # the focus that the question box keeps
    phone.evaluate("scrollTo(0, 0)")
    expect(phone.locator("#trip")).to_be_visible()
    phone.evaluate("scrollBy(0, 300)")
    expect(phone.locator("#trip")).to_be_hidden()
    expect(phone.locator("#question")).to_be_visible()
    phone.evaluate("scrollBy(0, -50)")
    expect(phone.locator("#trip")).to_be_visible()
