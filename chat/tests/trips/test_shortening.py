"""Which days go from a trip that is to have fewer: those with least of what its traveller wishes."""

import pytest

from chat.models import Assistant
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import notices, places, talk
from chat.tests.trips.test_itinerary import planned

pytestmark = pytest.mark.django_db
assistant = guides.assistant


def names(days: list[dict[str, str]]) -> set[str]:
    return {name for day in days for name in day.values()}


@pytest.mark.parametrize(
    ("language", "wish", "message", "reason"),
    [
        ("es", "2 días en Brisbane", "añade Perth pero que sigan siendo 3 días", "Salen del plan los días que menos"),
        ("en", "2 days in Brisbane", "add Perth but keep it at 3 days", "The days that go are those with least"),
        ("gl", "2 días en Brisbane", "engade Perth, pero 3 días en total", "Saen do plan os días que menos"),
    ],
)
def test_what_was_asked_for_by_name_stays_and_what_went_is_said(
    assistant: Assistant, language: str, wish: str, message: str, reason: str
) -> None:
    first, asked, shorter = talk(wish, "quiero ver el zoo", message, language=language)
    assert "Zoo" not in names(planned(first))
    assert "Zoo" in names(planned(asked)) & names(planned(shorter))
    assert places(shorter).count("Brisbane") == 1
    told = " ".join(notices(shorter))
    assert reason in told
    gone = names(planned(asked)) - names(planned(shorter))
    assert gone
    assert all(name in told for name in gone)


@pytest.mark.parametrize("day", [1, 2, 3])
def test_the_day_that_alone_fulfils_a_wish_stays_wherever_it_is(assistant: Assistant, day: int) -> None:
    first, *_between, shorter = talk(
        "3 días en Brisbane con museos y parques", f"el museo el día {day}", "2 días menos"
    )
    assert "Museo" in str(planned(first))
    assert len(planned(shorter)) == 1
    assert "Museo" in names(planned(shorter))


def test_a_place_that_comes_in_takes_no_other_from_a_short_trip(assistant: Assistant) -> None:
    _first, changed = talk("2 días en Brisbane", "añade Perth pero que sigan siendo 2 días")
    assert sorted(places(changed)) == ["Brisbane", "Perth"]
