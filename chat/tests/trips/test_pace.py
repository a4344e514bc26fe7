"""A relaxed trip, a fuller one, and one with less time on the way."""

import pytest

from chat.models import Assistant
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import notices, places, talk
from chat.tests.trips.test_itinerary import planned
from knowledge.models import Section

pytestmark = pytest.mark.django_db
assistant = guides.assistant
SIGHTS = {"morning", "afternoon"}


@pytest.mark.parametrize(
    ("language", "message", "said"),
    [
        ("gl", "máis tranquilo", "Libre, como queres: días 1–2 (tarde)."),
        ("es", "más tranquilo", "Libre, como quieres: días 1–2 (tarde)."),
        ("en", "a more relaxed plan", "Free, as you wish: days 1–2 (afternoon)."),
    ],
)
def test_a_relaxed_plan_has_one_sight_a_day_and_keeps_its_dinners(
    assistant: Assistant, language: str, message: str, said: str
) -> None:
    first, calm, longer = talk("2 días en Brisbane", message, "one day more", language=language)
    assert all(set(day) >= SIGHTS for day in planned(first))
    assert [len(SIGHTS & set(day)) for day in planned(calm)] == [1, 1]
    assert [day["evening"] for day in planned(calm)] == [day["evening"] for day in planned(first)]
    gone = [day["afternoon"] for day in planned(first)]
    assert notices(calm)[0] == said
    assert notices(calm)[1].endswith(f": {', '.join(gone)}.")
    assert [len(SIGHTS & set(day)) for day in planned(longer)] == [1, 1, 1]


def test_only_the_day_that_is_named_is_relaxed(assistant: Assistant) -> None:
    first, calm = talk("2 días en Brisbane", "el día 2 algo tranquilo")
    assert planned(calm)[0] == planned(first)[0]
    assert len(SIGHTS & set(planned(calm)[1])) == 1
    assert "ritmo" not in calm.details["view"]["wished"]


def test_a_wish_for_a_relaxed_trip_is_kept_until_more_is_wanted(assistant: Assistant) -> None:
    first, again, full, fullest = talk(
        "un fin de semana tranquilo en Brisbane", "menos cosas", "más actividades", "más actividades"
    )
    assert [len(SIGHTS & set(day)) for day in planned(first)] == [1, 1]
    assert first.details["view"]["wished"] == "Según lo que has pedido: ritmo tranquilo."
    assert notices(again) == ["Ningún día tiene más de una visita: el plan se queda como estaba."]
    assert [len(SIGHTS & set(day)) for day in planned(full)] == [2, 2]
    assert "ritmo" not in full.details["view"]["wished"]
    assert notices(fullest) == [
        "Cada día está completo, o las guías no tienen nada más para él: el plan se queda como estaba."
    ]


def test_a_quiet_place_is_no_relaxed_trip(assistant: Assistant) -> None:
    (answer,) = talk("2 días en Brisbane con playas tranquilas")
    assert [len(SIGHTS & set(day)) for day in planned(answer)] == [2, 2]


@pytest.mark.parametrize(
    ("language", "message"),
    [("gl", "menos tempo de viaxe"), ("es", "menos tiempo de viaje"), ("en", "less driving"), ("en", "fewer cities")],
)
def test_less_time_on_the_way_leaves_a_place_out(assistant: Assistant, language: str, message: str) -> None:
    first, nearer, same = talk("4 días en Brisbane y Perth", message, message, language=language)
    assert set(places(first)) == {"Brisbane", "Perth"}
    assert places(nearer) == ["Brisbane"] * 4
    assert planned(nearer)[:2] == planned(first)[:2]
    assert any("Perth" in one for one in notices(nearer))
    assert planned(same) == planned(nearer)
    assert len(notices(same)) == 1


def test_a_sight_that_is_far_gives_way_before_a_place_that_was_asked_for(assistant: Assistant) -> None:
    sights = Section.objects.filter(title="Ver", document__title="Perth")
    far = "- Isla Rottnest: El parque natural de la isla está a cuatro horas y media. Conviene a todos."
    near = "- Faro: Un faro. \n- Puerto: Un puerto."
    for section in sights:
        Section.objects.filter(pk=section.pk).update(
            text=f"{far.replace('cuatro', 'dos')}\n{section.text}\n{near}", blocks=[]
        )
    first, nearer = talk("2 días en Perth, parques", "menos tiempo de viaje")
    _calm, calmer = talk("2 días tranquilos en Perth, parques", "menos tiempo de viaje")
    assert [len(SIGHTS & set(day)) for day in planned(calmer)] == [1, 1]
    assert "Isla Rottnest" in [name for day in planned(first) for name in day.values()]
    assert "Isla Rottnest" not in [name for day in planned(nearer) for name in day.values()]


def test_a_day_of_something_does_not_shorten_the_trip(assistant: Assistant) -> None:
    _first, _aside, changed = talk("3 días en Brisbane", "quiero un día de compras", "cambia el día 3")
    assert len(planned(changed)) == 3
