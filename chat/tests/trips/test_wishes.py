import pytest

from chat.agent.events import Question
from chat.trips.wishes import asks_for_a_plan, trip_of

OFFERED = {"days": {"min": 1, "max": 30, "default": 3}, "budget": ["low"], "travel_type": [], "interests": ["Playas"]}


@pytest.mark.parametrize(
    "text",
    [
        "Queremos visitar zonas verdes cerca de Brisbane.",
        "Solo quiero un itinerario barato para recorrer varias ciudades por mi cuenta.",
        "Planeamos asistir a eventos culturales importantes en Sídney.",
        "Gustaríanos ver praias e comer ben en Gold Coast",
        "We would like beaches and good food on the Gold Coast.",
        "¿Puedes prepararme un itinerario de cinco días por Perth?",
        "Plan a trip to Melbourne",
        "3 días en Perth",
        "Unha semana en Melbourne con nenos",
        "A week on the Gold Coast",
    ],
)
def test_wishes_and_plans_ask_for_an_itinerary(text: str) -> None:
    assert asks_for_a_plan(Question(text))


@pytest.mark.parametrize(
    "text",
    [
        "¿Qué tiempo hace en Perth en enero?",
        "Canto mide a torre Q1 de Gold Coast?",
        "How long does the Manly ferry take from Circular Quay?",
        "quiero saber cuánto cuesta el tren",
        "clima Perth",
        "¿Qué se puede ver en tres días en Brisbane?",
    ],
)
def test_plain_questions_do_not(text: str) -> None:
    assert not asks_for_a_plan(Question(text, form={"days": 3, "interests": ["Playas"]}))


@pytest.mark.parametrize(
    ("text", "form", "days"),
    [
        ("Queremos playa", {}, 3),
        ("Queremos playa cinco días", {"days": 3}, 5),
        ("Queremos playa cinco días", {"days": 7}, 7),
        ("A 90 day trip", {}, 30),
        ("2 días en Sídney", {"days": 3}, 2),
        ("Dos semanas por la costa", {}, 14),
        ("A week on the Gold Coast", {}, 7),
    ],
)
def test_days_come_from_the_form_or_else_from_the_text(text: str, form: dict[str, int], days: int) -> None:
    assert trip_of(Question(text, form=form), OFFERED).days == days


def test_days_of_a_follow_up_count_whatever_the_form_says() -> None:
    assert trip_of(Question("Queremos playa cinco días", form={"days": 7}), OFFERED, "que sean cinco días").days == 5
    assert trip_of(Question("Queremos playa cinco días (barata)", form={"days": 7}), OFFERED, "e barata").days == 7


def test_the_query_has_the_text_and_the_choices() -> None:
    form = {"days": 4, "budget": "low", "travel_type": "pair", "interests": ["Playas"]}
    assert trip_of(Question("Mar y sol", form=form), OFFERED).query == "Mar y sol Playas pair low"
