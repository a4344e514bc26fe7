"""What nobody here can do, and what is said of it."""

from datetime import date

import pytest

from chat.models import Assistant
from chat.tests.trips import test_asides as asides
from chat.tests.trips.test_asides import cited
from chat.tests.trips.test_conversations import talk
from chat.trips.unable import inability_in
from chat.trips.when import days_in, is_of_a_day, when
from knowledge.text.terms import fold

THURSDAY = date(2026, 11, 26)


@pytest.fixture
def assistant(db: None) -> Assistant:
    made: Assistant = asides.assistant.__wrapped__()  # type: ignore[attr-defined]
    return made


@pytest.mark.parametrize(
    "text",
    [
        "Can you book me a hotel in Perth?", "Please book us a table", "buy two tickets for the Opera House",
        "¿Me puedes reservar una mesa?", "Resérvanos el hotel", "quiero comprar entradas",
        "Podes reservarme un cuarto?", "Mércame un billete de avión", "Queremos reservar un hotel",
        "Hola. Resérvame un hotel",
    ],
)  # fmt: skip
def test_who_wants_it_to_book_is_understood(text: str) -> None:
    assert inability_in(fold(text)) == "book"


@pytest.mark.parametrize(
    "text",
    [
        "Do I have to book the ferry?", "¿Hay que reservar para Rottnest?", "¿se puede reservar en línea?",
        "reserva natural cerca de Perth", "compras en Sídney", "a good book about Sydney", "merca moito a xente?",
        "por la mañana museos", "¿qué se hace por la mañana?", "Que hai pola mañá?", "what is the climate in May?",
    ],
)  # fmt: skip
def test_what_guides_may_say_is_left_to_them(text: str) -> None:
    assert inability_in(fold(text)) == ""


@pytest.mark.parametrize(
    "text", ["What will the weather be like tomorrow?", "Quedan prazas mañá?", "¿Está abierto hoy el museo?"]
)
def test_what_changes_from_day_to_day_is_understood(text: str) -> None:
    assert inability_in(fold(text)) == "live"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("gl", "Podes reservarme un hotel en Perth?", "Non podo reservar nin mercar nada"),
        ("es", "¿Puedes reservarnos un hotel en Perth?", "No puedo reservar ni comprar nada"),
        ("en", "Can you book me a hotel in Perth?", "I cannot book or buy anything"),
    ],
)
def test_of_a_hotel_the_guides_tell_all_the_same(
    assistant: Assistant,
    language: str,
    text: str,
    said: str,
) -> None:
    (answer,) = talk(text, language=language)
    assert said in answer.text
    assert (answer.status, cited(answer)) == ("answered", {("Perth", "Dormir")})


@pytest.mark.django_db
def test_where_the_guides_do_not_help_it_is_said_what_they_tell(assistant: Assistant) -> None:
    bought, live = talk("Buy us two tickets for the opera in Perth", "Is it raining in Perth today?", language="en")
    assert bought.text.startswith("I cannot book or buy anything")
    assert live.text.startswith("I do not know how things are today or tomorrow")
    assert [bought.status, live.status] == ["not_found", "not_found"]
    assert bought.choices[1] == "Where to stay in Perth?"
    (answer,) = talk(bought.choices[1], language="en")
    assert (answer.status, cited(answer)) == ("answered", {("Perth", "Dormir")})


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("viajamos con un bebé de 8 meses, 6 días en Perth", 6), ("imos cun neno de 18 meses a Perth", 0),
        ("4 days with an 8 month old baby", 4), ("our baby is 9 months old, a week in Perth", 7),
        ("una ruta de dos meses", 60), ("viaxe de tres semanas", 21),
    ],
)  # fmt: skip
def test_how_old_somebody_is_is_not_how_long_the_trip_is(text: str, days: int) -> None:
    assert days_in(fold(text)) == days


@pytest.mark.parametrize(
    ("text", "days", "start"),
    [
        ("arrive on Friday and leave on Monday", 4, date(2026, 11, 27)),
        ("de viernes a lunes en Perth", 4, date(2026, 11, 27)),
        ("llegamos el lunes y nos vamos el jueves", 4, date(2026, 11, 30)),
        ("chegamos o venres e marchamos o luns", 4, date(2026, 11, 27)),
        ("from Saturday to Sunday", 2, date(2026, 11, 28)),
    ],
)
def test_a_trip_goes_from_one_day_of_the_week_to_another(text: str, days: int, start: date) -> None:
    found = when(fold(text), THURSDAY)
    assert (found.days, found.start) == (days, start)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("I only have one afternoon", True), ("unha mañá en Perth", True), ("3 días en Perth", False), ("museos", False)],
)
def test_a_part_of_a_day_is_a_day(text: str, is_one: bool) -> None:
    assert is_of_a_day(fold(text)) is is_one
