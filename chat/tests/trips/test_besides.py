"""What a wish for a new plan says besides places, days and interests."""

import pytest

from chat.models import Assistant
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def assistant() -> Assistant:
    made: Assistant = guides.assistant.__wrapped__()  # type: ignore[attr-defined]
    return made


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("gl", "Que hai para facer en Perth se chove?"),
        ("es", "¿Qué hay para hacer en Perth cuando llueve?"),
        ("en", "What is there to do in Perth when it rains?"),
    ],
)
def test_what_to_do_in_the_rain_is_under_a_roof_first(assistant: Assistant, language: str, question: str) -> None:
    (asked,) = talk(question.replace("Perth", "Brisbane"), language=language)
    assert asked.text.startswith("- **Museo** — ")


def test_what_to_do_at_night_is_where_one_goes_out(assistant: Assistant) -> None:
    cues = guides.GUIDE["cues"] | {"nightlife": ["china"]}  # type: ignore[operator]
    (sunset,) = talk("¿qué hacer por la noche en Brisbane?")
    Assistant.objects.update(scope={"guide": guides.GUIDE | {"cues": cues}})
    (asked,) = talk("¿qué hacer por la noche en Brisbane?")
    assert [len(one.citations) for one in (sunset, asked)] == [1, 1]
    assert "Mirador de Toowong" in sunset.text
    assert "Sunnybank" in asked.text


@pytest.mark.parametrize(
    ("language", "wish", "said"),
    [
        ("gl", "Somos vexetarianas, 2 días en Perth", "As guías case non din"),
        ("es", "2 días en Perth, soy celíaca", "Las guías apenas dicen"),
        ("en", "2 days in Perth, one of us is vegan", "The guides hardly say"),
    ],
)
def test_whoever_does_not_eat_everything_is_told_what_the_guides_leave_out(
    assistant: Assistant, language: str, wish: str, said: str
) -> None:
    answer, other = talk(wish, language=language)[0], talk("2 días en Perth", language=language)[0]
    assert said in answer.text
    assert said not in other.text
