"""Where something can be done: in the place that is named, else in the nearest whose guide tells of it."""

import pytest

from chat.models import Assistant
from chat.tests.agent.sections import further
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import notices, places, talk
from chat.trips.vocabulary import tells
from knowledge.models import Document, Section

pytestmark = pytest.mark.django_db
SURF = "Trigg: En Trigg se aprende surf."
WHALES = "Las ballenas pasan frente a Perth entre septiembre y noviembre."
WRECK = "El barco se hundió en 2005 y es hoy un lugar de buceo."


@pytest.fixture
def assistant() -> Assistant:
    made: Assistant = guides.assistant.__wrapped__()  # type: ignore[attr-defined]
    sights = Section.objects.get(document__title="Perth", title="Ver")
    Section.objects.filter(pk=sights.pk).update(text=f"{sights.text}\n- {SURF}", blocks=[])
    further(Document.objects.get(title="Perth"), 7, "Curiosidades", f"{WHALES} {WRECK}")
    return made


@pytest.mark.parametrize(
    ("language", "question", "said"),
    [
        ("gl", "onde aprender surf preto de Brisbane", "A guía de Brisbane non fala diso"),
        ("es", "¿dónde puedo aprender surf cerca de Brisbane?", "La guía de Brisbane no habla de eso"),
        ("en", "where can I learn to surf near Brisbane", "The guide to Brisbane does not tell of that"),
    ],
)
def test_where_the_guide_is_silent_the_nearest_that_tells_is_named(
    assistant: Assistant, language: str, question: str, said: str
) -> None:
    (told,) = talk(question, language=language)
    assert ([one.quote for one in told.citations], said in told.text) == ([SURF], True)


@pytest.mark.parametrize("question", ["¿dónde puedo ver ballenas?", "can we see whales?", "avistamento de baleas"])
def test_what_is_no_sight_is_found_wherever_a_guide_tells_of_it(assistant: Assistant, question: str) -> None:
    (told,) = talk(question)
    assert [one.quote for one in told.citations] == [WHALES]


@pytest.mark.parametrize("question", ["¿se ven ballenas?", "and whales?", "vense baleas en setembro?"])
def test_beside_a_plan_its_own_places_are_meant(assistant: Assistant, question: str) -> None:
    _plan, told, more = talk("2 días en Perth", question, "añade un día")
    assert [one.quote for one in told.citations] == [WHALES]
    assert places(more) == ["Perth"] * 3


@pytest.mark.parametrize("question", ["¿Cuándo se ven?", "When are they seen?", "cando se poden ver?"])
def test_what_the_trip_is_for_is_meant_where_a_question_names_nothing(assistant: Assistant, question: str) -> None:
    _plan, told = talk("2 días en Perth para ver ballenas", question)
    assert [one.quote for one in told.citations] == [WHALES]


@pytest.mark.parametrize(
    ("language", "question", "said"),
    [("es", "¿dónde hacer snorkel?", "Las guías no dicen nada de eso"), ("en", "where can we snorkel?", "say nothing")],
)
def test_of_what_no_guide_tells_that_is_said_with_what_comes_nearest(
    assistant: Assistant, language: str, question: str, said: str
) -> None:
    (told,) = talk(question, language=language)
    assert ([one.quote for one in told.citations], said in told.text) == ([WRECK], True)


def test_a_plan_tells_of_what_no_day_has_and_of_what_no_guide_says(assistant: Assistant) -> None:
    (plan,) = talk("2 días en Perth, queremos ver ballenas y montar a caballo")
    (asked, *_rest) = plan.details["view"]["blocks"]
    assert (asked["title"], [item["text"] for item in asked["items"]]) == ("Lo que quieres hacer", [WHALES])
    assert "Las guías no dicen nada de otra cosa que pides: a caballo." in notices(plan)
    (other,) = talk("2 días en Brisbane, queremos ver ballenas")
    assert "Las guías de este viaje no dicen nada de ballenas; las de Perth, sí." in notices(other)


def test_who_names_no_place_is_sent_where_it_can_be_done(assistant: Assistant) -> None:
    (plan,) = talk("2 días y queremos bucear")
    assert set(places(plan)) == {"Perth"}


def test_a_name_that_begins_with_an_animal_is_of_none() -> None:
    assert not tells("things.kangaroo", "Story Bridge y Kangaroo Point")
    assert tells("things.kangaroo", "una reserva con canguros")
    assert tells("things.zoo", "Taronga Zoo")
