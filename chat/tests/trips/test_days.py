"""Which sights and meals make a day."""

from datetime import date

from chat.agent.answers.passages import Quote
from chat.tests.agent.passages import passage
from chat.trips.days import LONG_WAY, Stay, schedule
from chat.trips.guide import Guide
from chat.trips.items import Item

GUIDE = Guide({"sights": "Ver"}, (), {"dinner": ("restaurante",), "budgets": ("cheap",), "cheap": ("barat",)})


def item(name: str, text: str, score: float = 1.0, *, beyond: int = 0) -> Item:
    return Item(name, Quote(passage(text), 0, len(text), 0.0), f"{name}. {text}", score, beyond)


def test_what_is_far_away_takes_the_whole_day_and_is_not_for_the_day_of_arrival() -> None:
    far = item("Lamington", "A Lamington se llega en coche en cerca de hora y media.", 3.0)
    near = [item("Playa", "La playa."), item("Jardín", "El jardín, a 20 minutos.", 0.5)]
    first, second = schedule([far, *near], [], Stay(2, way=60), GUIDE)
    assert first.morning is not None
    assert {first.morning.name, first.afternoon.name if first.afternoon else ""} == {"Playa", "Jardín"}
    assert second.whole
    assert second.morning is far


def test_how_long_a_walk_takes_is_no_way() -> None:
    assert item("Monte", "El monte se sube y se baja en unas dos horas.").minutes_away == 0
    assert item("Isla", "El barco tarda una hora y cuarto.").minutes_away == 75


def test_the_evening_is_left_free_rather_than_spent_too_dearly() -> None:
    meals = [
        item("Lujo", "Un restaurante.", 2.0, beyond=2),
        item("Bistró", "Un restaurante.", -1.0, beyond=1),
        item("Nuez", "La nuez es nativa."),
        item("Bar", "Barato."),
    ]
    evenings = [day.evening for day in schedule([], meals, Stay(3), GUIDE)]
    assert [one.name if one else None for one in evenings] == ["Bar", "Bistró", None]


def test_the_morning_of_a_long_journey_is_spent_on_the_way() -> None:
    sights = [item("Playa", "La playa."), item("Jardín", "El jardín."), item("Museo", "El museo.")]
    first, second = schedule(sights, [], Stay(2, way=LONG_WAY), GUIDE)
    assert (first.morning, first.afternoon and first.afternoon.name) == (None, "Playa")
    assert second.morning is not None


def test_what_opens_on_saturdays_is_for_a_saturday() -> None:
    market = item("Mercado", "El mercado abre los sábados.", 3.0)
    friday = Stay(2, first=date(2027, 5, 7))
    days = schedule([market, item("Playa", "La playa."), item("Parque", "El parque.")], [], friday, GUIDE)
    assert "Mercado" not in {one.name for one in days[0].items().values()}
    assert "Mercado" in {one.name for one in days[1].items().values()}


def test_an_afternoon_without_a_sight_goes_to_a_market() -> None:
    meals = [item("Bar", "Un restaurante barato.", 2.0), item("Lonja", "Puestos de pescado.")]
    (day,) = schedule([item("Playa", "La playa.")], meals, Stay(1), GUIDE)
    assert (day.afternoon and day.afternoon.name, day.evening and day.evening.name) == ("Lonja", "Bar")
