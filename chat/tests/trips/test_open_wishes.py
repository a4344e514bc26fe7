"""A wish for a trip that says nothing of it is asked back; what is not wished for stays out from the first plan on."""

import re

import pytest

from chat.agent.events import Answer
from chat.models import Assistant
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import notices, talk

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


@pytest.mark.parametrize("text", ["Plan a trip with beaches", "Plan a trip for 2 days", "Plan my trip"])
def test_what_says_anything_of_it_is_planned(assistant: Assistant, text: str) -> None:
    assert talk(text, language="en")[0].status == "answered"


def test_rain_is_said_to_be_taken_into_account(assistant: Assistant) -> None:
    (rainy,) = talk("2 días en Brisbane con lluvia")
    assert "Por la lluvia, se prefiere lo que está a cubierto." in notices(rainy)


def test_a_kind_that_is_not_wished_for_is_in_no_plan(assistant: Assistant) -> None:
    plain, without, later = talk("2 días en Brisbane", "sin museos ni galerías, y más playa", "un día más")
    (first,) = talk("2 días en Brisbane sin museos ni galerías")
    assert KINDS.search(_names(plain))
    assert not any(KINDS.search(_names(one)) for one in (without, later, first))


def _names(answer: Answer) -> str:
    return " / ".join(part.get("name", "") for day in answer.details["view"]["days"] for part in day["parts"])
