"""A plan on the page, on paper, as PDF and in a calendar: of its owner, and as long as its sources may be read."""

import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from pypdfium2 import PdfDocument

from chat import presentation
from chat.models import Assistant, Citation, Conversation, Message
from chat.trips.calendar import calendar
from knowledge.models import Collection, Document

pytestmark = pytest.mark.django_db

PART = {"part": "morning", "label": "Mañana", "name": "Zoo & <b>Parque</b>", "text": "Un zoo.", "cite": 1, "new": True}
FREE = {"part": "afternoon", "label": "Tarde", "free": "libre", "cite": 0}
WAY = {"label": "De camino", "heading": "De Perth a Sídney", "values": "Avión · 5 h", "text": "Perth", "cite": 0}
VIEW: dict[str, Any] = {
    "language": "es",
    "title": "Un viaje de 1 día: Sídney.",
    "wished": "",
    "notices": ["Nuevo en el día 1, mañana: Zoo."],
    "introduction": [],
    "days": [
        {
            "number": 1,
            "place": "Sídney",
            "date": "2027-05-10",
            "heading": "Día 1 · Sídney",
            "dated": "lunes, 10 de mayo de 2027",
            "way": WAY,
            "parts": [PART, FREE],
            "events": [],
        }
    ],
    "blocks": [],
}


@pytest.fixture
def answer(client: Client) -> Message:
    """Of whoever uses the client."""
    assistant = Assistant.objects.create(slug="trips")
    client.get(reverse("assistant", args=["trips"]))
    conversation = Conversation.objects.create(assistant=assistant, session_key=client.session["visitor"])
    guides = Collection.objects.create(slug="guides", name="Guides")
    assistant.collections.add(guides)
    document = Document.objects.create(collection=guides, external_id="sydney.md", title="Sídney")
    made = Message.objects.create(
        conversation=conversation,
        role="assistant",
        text="Zoo [1]",
        status="answered",
        language="es",
        options={"details": {"intent": "itinerary", "form": {"days": 1}, "view": VIEW}},
    )
    Citation.objects.create(message=made, number=1, document=document, title="Sídney", section="Ver", quote="Un zoo.")
    return made


def test_cards_say_nothing_as_markup_and_name_the_sources_of_a_day(answer: Message) -> None:
    event = presentation.final_event(answer)
    assert (event["shows_sources"], event["form"]) == (True, {"days": 1})
    assert "Zoo &amp; &lt;b&gt;Parque&lt;/b&gt;" in event["html"]
    assert "1 fuente" in event["html"]
    assert reverse("trip_pdf", args=[answer.pk]) in event["html"]


def test_a_day_that_stayed_as_it_was_is_folded_on_the_page_and_open_on_paper(client: Client, answer: Message) -> None:
    answer.options["details"]["view"] = VIEW | {"days": [VIEW["days"][0] | {"same": True}]}
    answer.save()
    html = presentation.final_event(answer)["html"]
    assert re.search(r"<summary>.*Sídney.*Zoo &amp; &lt;b&gt;Parque.*</summary>.*Un zoo\.", html, re.DOTALL)
    assert "is-folded" not in client.get(reverse("trip_page", args=[answer.pk])).content.decode()


def test_a_calendar_of_a_trip_in_a_month_begins_in_it(client: Client, answer: Message) -> None:
    month = timezone.localdate().month % 12 + 1
    trip = {"text": "", "days": 1, "start": "", "month": month, "interests": []}
    answer.options["details"] |= {"memory": {"trip": trip}, "view": VIEW | {"days": [VIEW["days"][0] | {"date": ""}]}}
    answer.save()
    response = client.get(reverse("trip_calendar", args=[answer.pk]))
    _way, zoo = Calendar.from_ical(response.content).walk("VEVENT")
    assert (zoo["DTSTART"].dt.month, zoo["DTSTART"].dt.day) == (month, 1)


def test_a_calendar_has_an_event_for_each_part_in_local_time(client: Client, answer: Message) -> None:
    response = client.get(reverse("trip_calendar", args=[answer.pk]))
    assert response["Content-Disposition"] == 'attachment; filename="un-viaje-de-1-dia-sidney.ics"'
    way, zoo = Calendar.from_ical(response.content).walk("VEVENT")
    assert (str(way["SUMMARY"]), way["DTSTART"].dt.isoformat()) == ("De Perth a Sídney", "2027-05-10")
    assert (str(zoo["SUMMARY"]), zoo["DTSTART"].dt.isoformat()) == (PART["name"], "2027-05-10T09:00:00")


def test_what_takes_the_whole_day_is_so_long_in_the_calendar(answer: Message) -> None:
    whole = {**PART, "whole": True}
    for parts, ends in (([whole], 18), ([{**whole, "whole": False}], 12), ([PART], 18), ([PART, FREE], 12)):
        view = {**VIEW, "days": [{**VIEW["days"][0], "parts": parts}]}
        _way, zoo = Calendar.from_ical(calendar(view, answer.pk)).walk("VEVENT")
        assert zoo["DTEND"].dt.hour == ends


def test_the_pdf_and_the_page_say_what_the_cards_say(client: Client, answer: Message) -> None:
    file = PdfDocument(io.BytesIO(client.get(reverse("trip_pdf", args=[answer.pk])).content))
    text = file[0].get_textpage().get_text_bounded()
    page = client.get(reverse("trip_page", args=[answer.pk])).content.decode()
    for said in ("Día 1", "Avión · 5 h", "Un zoo."):
        assert said in text
        assert said in page
    assert page.count("<h1>") == 1
    assert "<h1>Un viaje de 1 día" in page


def test_the_pdf_numbers_its_pages_and_names_each_section_once(client: Client, answer: Message) -> None:
    cited = Citation.objects.get(message=answer)
    Citation.objects.create(message=answer, number=2, document=cited.document, title="Sídney", section="Ver", quote="A")
    file = PdfDocument(io.BytesIO(client.get(reverse("trip_pdf", args=[answer.pk])).content))
    text = file[0].get_textpage().get_text_bounded()
    assert "Sídney · Ver [1] [2]" in text
    assert text.count("Sídney · Ver") == 1
    assert "koalarag · 1" in text
    assert "Libre" in text


def test_nobody_else_takes_it_along_nor_anybody_once_its_source_is_gone(client: Client, answer: Message) -> None:
    addresses = [reverse(name, args=[answer.pk]) for name in ("trip_page", "trip_pdf", "trip_calendar")]
    assert {Client().get(address).status_code for address in addresses} == {404}
    Document.objects.update(visibility="staff")
    assert {client.get(address).status_code for address in addresses} == {404}
    assert "Un zoo" not in presentation.final_event(answer)["html"]
