import pytest

from chat.trips.guide import Guide
from chat.trips.legs import best, legs_in, route
from chat.trips.needs import means_said
from chat.trips.places import choose, days_each, most_places, named
from chat.trips.wishes import Trip
from knowledge.text.terms import fold

PLACES = {1: "Sídney", 2: "Gold Coast", 3: "Brisbane", 4: "Perth"}
CUES = {"by_air": ("avion",), "cheap": ("economic",), "means.train": ("tren",), "means.drive": ("coche",)}
GUIDE = Guide({"sights": "Ver"}, (), CUES)
ROWS = """Texto.
[Trayecto] Brisbane – Gold Coast · [Medio] Tren · [Duración] 1 h, más el tranvía · [Coste] Económico
[Trayecto] Brisbane – Gold Coast · [Medio] Coche · [Duración] 50 min · [Coste] Medio
[Origen] Gold Coast · [Destino] Sídney · [Medio] Avión · [Duración] 1 h 25 min
[Trayecto] Newcastle – Sídney · [Medio] Tren con cambio en Brisbane · [Duración] 4 h
[Trayecto] Sídney – Gold Coast · [Medio] Autocar con parada en Brisbane · [Duración] 15 h"""
LEGS = list(legs_in(9, ROWS, PLACES, GUIDE))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ciudades como Sydney o Perth", [1, 4]),
        ("Preferiblemente en Gold Coast o alrededores", [2]),
        ("Sidney y GOLD COAST", [1, 2]),
        ("playas tranquilas", []),
    ],
)
def test_places_are_known_however_they_are_spelt(text: str, found: list[int]) -> None:
    assert named(text, PLACES) == found


def test_rows_are_read_as_ways_and_flights_cost_the_airport_too() -> None:
    assert [(leg.places, leg.minutes) for leg in LEGS] == [((3, 2), 60), ((3, 2), 50), ((2, 1), 265), ((1, 2), 900)]
    assert all(ROWS[leg.start : leg.end] == leg.text for leg in LEGS)


def test_the_way_that_is_preferred_else_the_quickest() -> None:
    assert best(LEGS, 3, 2, Trip("", 3, budget="cheap"), GUIDE) == LEGS[0]
    assert best(LEGS, 3, 2, Trip("", 3), GUIDE) == LEGS[1]
    assert best(LEGS, 1, 4, Trip("", 3), GUIDE) is None


def test_by_way_of_a_third_place_where_no_row_leads_there_or_only_one_by_car() -> None:
    rows = """[Trayecto] Sídney – Perth · [Medio] Coche · [Duración] 5 h · [Coste] Medio
[Trayecto] Sídney – Brisbane · [Medio] Tren · [Duración] 3 h · [Coste] Económico
[Trayecto] Brisbane – Perth · [Medio] Autocar · [Duración] 4 h · [Coste] Económico
[Trayecto] Brisbane – Gold Coast · [Medio] Autocar · [Duración] 10 h · [Coste] Económico"""
    guide = Guide({"sights": "Ver"}, (), CUES | {"budgets": ("cheap",), "without_car": ("mochil",)})
    legs = list(legs_in(9, rows, PLACES, guide))

    def told(one: int, other: int, trip: Trip) -> list[int]:
        return [legs.index(leg) for leg in route(legs, one, other, trip, guide)]

    assert told(1, 4, Trip("", 3)) == [0]
    assert told(1, 4, Trip("", 3, budget="cheap")) == told(4, 1, Trip("", 3, travel_type="Mochilero"))[::-1] == [1, 2]
    assert told(1, 4, Trip("", 3, budget="cheap", means="means.drive")) == [0]
    assert told(4, 2, Trip("", 3)) == []  # fourteen hours fit in no day


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("viajamos en tren", 0),
        ("by car", 1),
        ("prefiro o coche ao tren", 1),
        ("sin avión", 3),
        ("we'd rather not fly", 3),
        ("non queremos voar", 3),
        ("volando", 2),
        ("", 2),
    ],
)
def test_the_means_of_transport_that_is_wanted(text: str, way: int) -> None:
    ends = LEGS[way].places
    trip = Trip(text, 3, means=means_said(fold(text)))
    assert best(LEGS, ends[0], ends[1], trip, GUIDE) == LEGS[way]


@pytest.mark.parametrize(("days", "places"), [(1, 1), (3, 1), (4, 2), (7, 2), (9, 3), (30, 10)])
def test_never_more_places_than_days_allow(days: int, places: int) -> None:
    assert most_places(days) == places


def test_the_place_that_is_asked_for_then_what_is_near() -> None:
    worth = {1: 1.5, 2: 1.0, 3: 1.0, 4: 1.4}
    assert choose(Trip("Gold Coast o alrededores", 6), [2], worth, LEGS) == [2, 3]
    assert choose(Trip("Gold Coast", 6), [2], worth, LEGS) == [2]
    assert choose(Trip("playa", 3), [], worth, LEGS) == [1]
    assert choose(Trip("Perth, Sídney y Brisbane", 3), [4, 1, 3], worth, LEGS) == [4]


def test_days_are_shared_out() -> None:
    assert days_each(7, 2) == [4, 3]


def test_a_favourite_has_twice_its_share_of_the_days() -> None:
    assert days_each(6, 2, favourite=True) == [4, 2]
    assert days_each(3, 1, favourite=True) == [3]


def test_a_journey_does_not_come_back_past_where_it_was() -> None:
    rows = "\n".join(
        f"[Trayecto] {one} – {other} · [Duración] {hours} h"
        for one, other, hours in (("Sídney", "Gold Coast", 2), ("Sídney", "Brisbane", 3), ("Gold Coast", "Perth", 9),
                                  ("Brisbane", "Gold Coast", 3), ("Brisbane", "Perth", 2), ("Sídney", "Perth", 9))
    )  # fmt: skip
    legs = list(legs_in(9, rows, PLACES, GUIDE))
    trip = Trip("Sídney, Gold Coast, Perth y Brisbane", 30)
    assert choose(trip, [1, 2, 4, 3], dict.fromkeys(PLACES, 1.0), legs)[:4] == [1, 2, 3, 4]
