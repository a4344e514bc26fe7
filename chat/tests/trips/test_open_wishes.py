"""A wish for a trip that does not say where is asked back, unless something in it decides; what is not wished for stays
out from the first plan on."""

import re

import pytest

from chat.agent.events import Answer
from chat.models import Assistant
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import notices, places, talk
from chat.tests.trips.test_itinerary import planned
from knowledge.models import Section

pytestmark = pytest.mark.django_db
assistant = guides.assistant
KINDS = re.compile("Museum|Museo|Galler|Galer|Art")


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "Hello! Can you help me plan a trip?", "Where would you like to go, and for how many days?"),
        ("es", "Hola, quiero organizar unas vacaciones", "¿Adónde te gustaría ir, y cuántos días?"),
    ],
)
def test_where_to_is_asked(assistant: Assistant, language: str, text: str, said: str) -> None:
    asked, planned = talk(text, "3 días en Perth" if language == "es" else "3 days in Perth", language=language)
    assert asked.status == "clarify"
    assert said in asked.text
    assert any("Perth" in choice for choice in asked.choices)
    assert planned.status == "answered"


def test_what_was_wished_for_survives_the_question_where_to(assistant: Assistant) -> None:
    asked, chosen = talk("hazme un plan barato de 2 días con niños", "2 días en Perth")
    assert asked.choices == ("2 días en Brisbane", "2 días en Perth", "Sorpréndeme")
    *_all, typed = talk("hazme un plan de 2 días con niños", "algo barato", "Tasmania", "Perth")
    for one in (chosen, typed):
        assert places(one) == ["Perth", "Perth"]
        assert (one.details["form"]["budget"], one.details["form"]["travel_type"]) == ("Económico", "Familia")


@pytest.mark.parametrize(
    ("language", "wish", "reply"),
    [
        ("es", "hazme un plan de 2 días", "me da igual"),
        ("gl", "fai un plan de viaxe de 2 días", "dáme igual"),
        ("en", "plan me a 2 day trip", "Surprise me"),
    ],
)
def test_whoever_leaves_the_place_to_us_is_told_why_it_was_chosen(
    assistant: Assistant, language: str, wish: str, reply: str
) -> None:
    asked, chosen = talk(wish, reply, language=language)
    assert (asked.status, chosen.language, places(chosen)) == ("clarify", language, ["Brisbane", "Brisbane"])
    assert "Brisbane" in notices(chosen)[0]
    assert any("Perth" in choice for choice in chosen.choices)


def test_a_question_instead_of_a_place_is_answered(assistant: Assistant) -> None:
    _asked, answer = talk("hazme un plan de 2 días", "¿cuándo es la feria de Brisbane?")
    assert "mayo" in answer.text
    assert "view" not in answer.details


@pytest.mark.parametrize(
    "text", ["Plan a trip with beaches", "Plan my trip", "Planifica mi viaje", "Surprise me with a trip"]
)
def test_what_decides_the_place_or_leaves_it_to_us_is_planned(assistant: Assistant, text: str) -> None:
    assert talk(text, language="en")[0].status == "answered"


def test_rain_is_said_to_be_taken_into_account(assistant: Assistant) -> None:
    (rainy,) = talk("2 días en Brisbane con lluvia")
    assert "Por la lluvia, se prefiere lo que está a cubierto." in notices(rainy)


def test_a_kind_that_is_not_wished_for_is_in_no_plan(assistant: Assistant) -> None:
    plain, without, later = talk("2 días en Brisbane", "sin museos ni galerías, y más playa", "un día más")
    (first,) = talk("2 días en Brisbane sin museos ni galerías")
    assert all("Fuera del plan, como pides: museos, galerías." in notices(one) for one in (without, first))
    assert KINDS.search(_names(plain))
    assert not any(KINDS.search(_names(one)) for one in (without, later, first))


def _names(answer: Answer) -> str:
    return " / ".join(part.get("name", "") for day in answer.details["view"]["days"] for part in day["parts"])


@pytest.mark.django_db
def test_what_a_button_says_is_in_the_language_of_the_conversation(assistant: Assistant) -> None:
    asked, planned = talk("hazme un plan de 3 días", "3 días en Perth", language="gl")
    assert asked.choices[0].startswith("3 días en ")
    assert planned.text.startswith("Un viaje de 3 días: Perth.")


def test_a_kind_of_two_words_is_not_wished_for_either(assistant: Assistant) -> None:
    parks = "- Mundo: Mundo es un parque temático gratuito, con un parque de agua."
    sights = Section.objects.get(document__title="Perth", title="Ver")
    Section.objects.filter(pk=sights.pk).update(text=f"{sights.text}\n{parks}", blocks=[])
    (wanted,), (declined,) = talk("3 días en Perth"), talk("3 days in Perth, no theme parks pls", language="en")
    assert "Mundo" in str(planned(wanted))
    assert "Mundo" not in str(planned(declined))
    assert "Kings Park" in str(planned(declined))
    assert "Left out, as you wish: theme parks." in notices(declined)


@pytest.mark.parametrize(
    ("language", "asked", "wish"),
    [("en", "when is the best time to visit Perth?", "then plan 2 days"), ("gl", "que tal é Perth?", "faime un plan")],
)
def test_a_wish_without_a_place_is_for_the_one_just_asked_about(
    assistant: Assistant, language: str, asked: str, wish: str
) -> None:
    assert set(places(talk(asked, wish, language=language)[-1])) == {"Perth"}
