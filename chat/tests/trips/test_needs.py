"""What travellers say of themselves lasts through the conversation, is shown, and ends when they say so."""

import pytest

from chat.agent.events import Question, Turn
from chat.models import Assistant
from chat.tests.trips import test_people as people
from chat.tests.trips.test_conversations import notices, talk
from chat.tests.trips.test_itinerary import planned
from chat.trips.needs import lasting, means_said, needs_in, taken_back
from knowledge.text.terms import fold

assistant = people.assistant
CARLESS, GROUNDED, SLOW, WHEELCHAIR = (f"needs.{one}" for one in ("no_car", "no_flight", "slow", "wheelchair"))


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("nobody drives", CARLESS), ("ninguén conduce", CARLESS), ("nadie conduce", CARLESS),
        ("y sin avión eh", GROUNDED), ("I'm scared of flying", GROUNDED), ("dame medo voar", GROUNDED),
        ("a mi marido le dan miedo los aviones", GROUNDED),
        ("meus avós non poden camiñar moito", SLOW), ("my dad can't walk far", SLOW),
        ("voy en silla de ruedas", WHEELCHAIR), ("unha cadeira de rodas", WHEELCHAIR),
        ("she uses a wheelchair", WHEELCHAIR),
        ("somos vegetarianos", "diets.vegetarian"), ("I am coeliac", "diets.gluten"),
    ],
)  # fmt: skip
def test_it_is_understood(text: str, need: str) -> None:
    assert needs_in(text) == (need,)
    assert taken_back(text) == ()


@pytest.mark.parametrize(
    "text", ["¿se puede llegar sin coche?", "can we get there without a car?", "no soy vegetariano", "an hour on foot"]
)
def test_a_question_and_a_denial_are_no_such_statement(text: str) -> None:
    assert needs_in(text) == ()


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("al final alquilamos un coche", CARLESS), ("ok, let's fly", GROUNDED), ("podemos voar", GROUNDED),
        ("ya no somos vegetarianos", "diets.vegetarian"), ("comemos de todo", "diets.vegetarian"),
    ],
)  # fmt: skip
def test_it_is_taken_back(text: str, need: str) -> None:
    assert need in taken_back(text)
    before = Turn("user", "no conducimos, somos vegetarianos, y sin volar"), Turn("assistant", "…")
    told = Question(text, history=before)
    assert need not in lasting(told)
    assert len(lasting(told)) == 2


def test_whoever_does_not_drive_does_not_ask_to_be_driven() -> None:
    assert means_said(fold("we don't drive")) == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "before", "wish", "carried"),
    [
        ("es", "3 días en Brisbane, no tenemos coche", "ahora planea 3 días en Perth",
         "Como dijiste antes: sin coche. Si ya no es así, dilo."),
        ("gl", "3 días en Brisbane, non temos coche", "agora planea 3 días en Perth",
         "Como dixeches antes: sen coche. Se xa non é así, dío."),
        ("en", "3 days in Brisbane, nobody drives", "now plan 3 days in Perth",
         "As you said before: without a car. If that holds no more, say so."),
    ],
)  # fmt: skip
def test_another_trip_goes_on_from_it_and_says_so(
    assistant: Assistant, language: str, before: str, wish: str, carried: str
) -> None:
    (plain,) = talk(wish, language=language)
    assert "Granja" in str(planned(plain))
    _first, other = talk(before, wish, language=language)
    assert "Granja" not in str(planned(other))
    assert carried in notices(other)
    _first, _other, _driven, last = talk(before, wish, "we will rent a car", wish, language=language)
    assert "Granja" in str(planned(last))
    assert carried not in notices(last)


@pytest.mark.django_db
def test_it_lasts_over_an_answer_that_is_no_plan(assistant: Assistant) -> None:
    _none, plan = talk("2 días en Tasmania, somos veganos y no conducimos", "vale, entonces en Perth")
    assert plan.details["view"]["wished"] == "Según lo que has pedido: sin coche, comida vegana."


@pytest.mark.django_db
def test_what_is_nothing_for_a_wheelchair_is_left_out_and_the_rest_is_not_promised(assistant: Assistant) -> None:
    scope = Assistant.objects.get().scope["guide"]
    Assistant.objects.update(scope={"guide": scope | {"cues": scope["cues"] | {f"not.{WHEELCHAIR}": ["alpacas"]}}})
    plain, later = talk("3 días en Perth", "mi madre va en silla de ruedas")
    assert "Granja" in str(planned(plain))
    assert "Granja" not in str(planned(later))
    assert any(notice.startswith("Las guías no dicen dónde entra una silla de ruedas") for notice in notices(later))
    (asked,) = talk("¿qué sitios de Perth son accesibles?")
    assert (asked.status, asked.citations) == ("not_found", ())
    assert asked.text.startswith("Las guías no dicen dónde entra una silla de ruedas")
