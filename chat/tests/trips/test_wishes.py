from datetime import date

import pytest

from chat.agent.events import Question
from chat.trips.wishes import asks_for_a_plan, trip_of, values_said

TODAY = date(2026, 11, 20)
OFFERED = {
    "days": {"min": 1, "max": 30, "default": 3},
    "budget": ["low", "high"],
    "travel_type": ["pair", "family"],
    "interests": ["Playas", "Museos"],
    "said": {"low": ["barat", "cheap"], "family": ["niñ", "kid", "nenos"], "Playas": ["playa", "praia", "beach"]},
}


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
        "Planifica mi viaje",
        "Planifica a miña viaxe",
        "Plan my trip",
        "One day in every city you know",
        "que sea una semana en Perth",
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
        "que se puede ver en tres dias en Brisbane",
        "I would like to know how long the ferry takes",
        "¿Qué se puede ver en tres días en Brisbane?",
    ],
)
def test_plain_questions_do_not(text: str) -> None:
    assert not asks_for_a_plan(Question(text, form={"days": 3, "interests": ["Playas"]}))


@pytest.mark.parametrize("form", [{"budget": "high"}, {"travel_type": "pair"}, {"interests": ["Playas"]}])
def test_what_was_chosen_in_the_form_makes_a_wish_of_a_few_words(form: dict[str, object]) -> None:
    assert asks_for_a_plan(Question("romantic trip, fine dining in Sydney", form={"days": 7, **form}))
    assert not asks_for_a_plan(Question("romantic trip, fine dining in Sydney", form={"days": 7}))


@pytest.mark.parametrize(
    ("text", "form", "days"),
    [
        ("Queremos playa", {}, 3),
        ("Queremos playa", {"days": 7}, 7),
        ("Queremos playa cinco días", {"days": 7}, 5),
        ("A 90 day trip", {}, 30),
        ("A week on the Gold Coast", {"days": 3}, 7),
        ("Dos semanas por la costa", {}, 14),
        ("Un mes por Australia", {}, 30),
        ("Three nights in Perth", {}, 4),
        ("Teño unha escala de 8 horas en Perth", {"days": 3}, 1),
        ("Only one free day in Perth", {"days": 3}, 1),
        ("A month in Australia", {}, 30),
        ("El mes que viene en Perth", {}, 3),
        ("Unha fin de semana en Perth", {"days": 9}, 2),
        ("Del 28 de abril al 3 de mayo en Perth", {"days": 9}, 6),
    ],
)
def test_days_that_are_written_win_over_the_form(text: str, form: dict[str, int], days: int) -> None:
    assert trip_of(Question(text, form=form), OFFERED, TODAY).days == days


@pytest.mark.parametrize(
    ("text", "start", "month"),
    [
        ("Del 10 al 14 de mayo", date(2027, 5, 10), 0),
        ("from 28 December to 2 January", date(2026, 12, 28), 0),
        ("May 10-14", date(2027, 5, 10), 0),
        ("desde el 3 de xuño", date(2027, 6, 3), 0),
        ("el 2027-03-05", date(2027, 3, 5), 0),
        ("3 días en mayo", None, 5),
        ("a week in June", None, 6),
        ("tres días", None, 0),
    ],
)
def test_a_date_without_a_year_is_the_next(text: str, start: date | None, month: int) -> None:
    found = trip_of(Question(text), OFFERED, TODAY)
    assert (found.start, found.month) == (start, month)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("un viaje barato con los niños", {"budget": "low", "travel_type": "family"}),
        ("A cheap trip with the kids", {"budget": "low", "travel_type": "family"}),
        ("playa, pero sin niños", {"interests": ["Playas"]}),
        ("non queremos praia", {}),
        ("lo que sea", {}),
    ],
)
def test_values_are_known_in_the_words_of_each_language(text: str, values: dict[str, object]) -> None:
    assert values_said(text, OFFERED) == values


def test_what_is_written_wins_and_is_shown_in_the_form() -> None:
    form = {"days": 4, "budget": "high", "travel_type": "pair", "interests": ["Museos"]}
    trip = trip_of(Question("Una semana de playa, barata y con niños", form=form), OFFERED, TODAY)
    assert trip.values(OFFERED) == {
        "days": 7,
        "budget": "low",
        "travel_type": "family",
        "interests": ["Museos", "Playas"],
    }


def test_the_query_has_the_text_and_the_choices() -> None:
    form = {"days": 4, "budget": "low", "travel_type": "pair", "interests": ["Playas"]}
    assert trip_of(Question("Mar y sol", form=form), OFFERED, TODAY).query == "Mar y sol Playas pair low"
