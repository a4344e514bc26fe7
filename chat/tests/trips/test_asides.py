"""Questions about what guides have a section for, or list, with a plan and without one."""

import pytest

from chat.models import Assistant
from chat.tests.agent.sections import further
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import notices, places, talk
from chat.tests.trips.test_itinerary import planned
from knowledge.models import Document, Section
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
LODGING = ["- Económico: Los hostales están en el centro.", "- Alto: Los hoteles de lujo están junto al río."]


@pytest.fixture
def assistant() -> Assistant:
    made: Assistant = guides.assistant.__wrapped__()  # type: ignore[attr-defined]
    for document in Document.objects.all():
        further(document, 5, "Dormir", "\n".join(LODGING))
    guide = guides.GUIDE | {"sections": guides.GUIDE["sections"] | {"stay": "Dormir"}}  # type: ignore[operator]
    Assistant.objects.update(scope={"guide": guide})
    return made


def cited(answer: object) -> set[tuple[str, str]]:
    return {(citation.title, citation.section) for citation in answer.citations}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("language", "question"),
    [("gl", "e onde durmimos?"), ("es", "¿y dónde dormimos?"), ("en", "where do we stay?")],
)
def test_where_to_stay_is_answered_for_the_places_of_the_plan(
    assistant: Assistant, language: str, question: str
) -> None:
    first, told, more = talk("2 días en Perth", question, "añade un día", language=language)
    assert (told.status, told.language, cited(told)) == ("answered", language, {("Perth", "Dormir")})
    assert [planned(first)[0], places(more)] == [planned(more)[0], ["Perth"] * 3]


@pytest.mark.parametrize(
    ("language", "wish"), [("gl", "un hotel tranquilo"), ("es", "un hotel barato"), ("en", "a quiet hotel")]
)
def test_a_hotel_is_told_of_and_planned_by_nobody(assistant: Assistant, language: str, wish: str) -> None:
    first, told, more = talk("2 días en Perth", wish, "añade un día", language=language)
    assert (told.status, cited(told)) == ("answered", {("Perth", "Dormir")})
    assert [planned(first)[0], places(more)] == [planned(more)[0], ["Perth"] * 3]


@pytest.mark.parametrize("question", ["onde ceo en Brisbane?", "¿dónde ceno en Brisbane?", "where to eat in Brisbane?"])
def test_where_to_eat_is_answered_without_a_plan(assistant: Assistant, question: str) -> None:
    told, other = talk(question, "¿y en Perth?")
    assert cited(told) == {("Brisbane", "Comer")}
    assert cited(other) == {("Perth", "Comer")}
    assert "view" not in told.details


def test_of_a_day_its_own_place_is_told(assistant: Assistant) -> None:
    _first, plan, told = talk("1 día en Brisbane", "añade Perth", "¿dónde comemos el día 2?")
    assert len(set(places(plan))) == 2
    assert plan.choices == ("Que sea 1 día",)  # of a trip that was to be that long
    assert "El viaje tiene ahora 3 días: los de Perth se suman a los que había." in notices(plan)
    assert cited(told) == {(places(plan)[1], "Comer")}


def test_the_budget_decides_which_lodging_is_told(assistant: Assistant) -> None:
    (told,) = talk("¿dónde dormir barato en Perth?")
    assert [citation.quote for citation in told.citations] == [LODGING[0].removeprefix("- ")]


@pytest.mark.parametrize("question", ["mellores museos", "los mejores museos", "best museums"])
def test_what_is_listed_is_found_in_every_language_and_place(assistant: Assistant, question: str) -> None:
    (told,) = talk(question)
    assert cited(told) == {("Brisbane", "Ver")}
    assert "**Museo** —" in told.text


@pytest.mark.parametrize("message", ["¿y con museos?", "¿y si dormimos en un hotel?"])
def test_a_wish_and_a_question_for_more_are_no_such_question(assistant: Assistant, message: str) -> None:
    told = talk("2 días en Brisbane", message)[-1]
    assert "view" in told.details or told.intent == "search" or told.status in ("not_found", "clarify")


def test_a_plan_is_remembered_however_much_was_asked_since(assistant: Assistant) -> None:
    asked = ["¿y dónde dormimos?", "¿dónde cenamos?"] * 3
    *_between, last = talk("2 días en Perth", *asked, "añade un día")
    assert places(last) == ["Perth"] * 3


@pytest.mark.parametrize("question", ["Hai medusas?", "¿Hay medusas?", "are there jellyfish?"])
def test_what_only_another_document_tells_is_quoted_from_it_in_whatever_language(
    assistant: Assistant, question: str
) -> None:
    said = "Bluebottle jellyfish sting. Swim between the flags."
    add(collection("guides"), Text("Tips", "Safety", said, "en"))
    (told,) = talk(question)
    assert [citation.quote for citation in told.citations] == ["Bluebottle jellyfish sting."]


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("gl", "picoume unha medusa, que fago?"),
        ("es", "me ha picado una medusa, qué hago"),
        ("en", "I was stung by a jellyfish, what now?"),
    ],
)
def test_who_was_stung_is_told_of_it_and_whom_to_call(assistant: Assistant, language: str, question: str) -> None:
    for title, text in (
        ("Safety", "Swim between the flags. Jellyfish sting."),
        ("Help", "The emergency number is 000."),
    ):
        add(collection("guides"), Text(title, "Tips", f"{text} Drive on the left.", "en"))
    (told,) = talk(question, language=language)
    assert [citation.quote for citation in told.citations] == ["Jellyfish sting.", "The emergency number is 000."]


@pytest.mark.parametrize(
    "question", ["onde aprender surf en Perth?", "¿Dónde aprender surf en Perth?", "where to learn to surf in Perth?"]
)
def test_of_what_is_listed_only_that_is_told_of_which_all_is_said_that_is_asked(
    assistant: Assistant, question: str
) -> None:
    lines = "- Cottesloe: Cottesloe es famosa por el surf.\n- Trigg: En Trigg se aprende surf."
    Section.objects.filter(title="Ver", document__title="Perth").update(text=lines, blocks=[])
    (told,) = talk(question)
    assert [citation.quote for citation in told.citations] == ["Trigg: En Trigg se aprende surf."]


@pytest.mark.parametrize("question", ["Hai tiburóns?", "¿Hay tiburones?", "are there sharks?"])
def test_what_no_document_tells_is_not_found(assistant: Assistant, question: str) -> None:
    (told,) = talk(question)
    assert (told.status, told.citations) == ("not_found", ())


def test_the_weather_of_a_month_is_told(assistant: Assistant) -> None:
    said = (
        "El verano va de diciembre a febrero, sin lluvia. El invierno va de junio a agosto, con frío. "
        "La mejor época es la primavera. Hay viento."
    )
    for document in Document.objects.all():
        further(document, 6, "Clima", said)
    scope = Assistant.objects.get().scope["guide"]
    guide = scope | {"sections": scope["sections"] | {"climate": "Clima"}}
    Assistant.objects.update(scope={"guide": guide | {"cues": scope["cues"] | {"season": ["mejor epoca"]}}})
    (told,) = talk("¿qué tiempo hace en Perth en julio?")
    assert [citation.quote for citation in told.citations] == ["El invierno va de junio a agosto, con frío."]
    for question in (
        "¿cuál es la mejor época para ir a Perth si no quiero lluvia?",
        "best time to visit Perth, no rain?",
    ):
        (dry,) = talk(question)
        quotes = [citation.quote for citation in dry.citations]
        assert quotes == ["El verano va de diciembre a febrero, sin lluvia.", "La mejor época es la primavera."]


def test_the_way_from_the_airport_is_told(assistant: Assistant) -> None:
    text = "El tranvía es gratuito. Un autobús va al aeropuerto."
    Section.objects.filter(title="Transporte", document__title="Perth").update(text=text, blocks=[])
    _first, told = talk("2 días en Perth", "¿cómo llegamos desde el aeropuerto?")
    assert [citation.quote for citation in told.citations] == ["Un autobús va al aeropuerto."]
