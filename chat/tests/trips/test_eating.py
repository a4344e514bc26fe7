"""A dinner is had at a place: a guide's list of food names dishes and drinks besides."""

import pytest

from chat.tests.trips.test_days import item
from chat.trips.eating import dinners, is_place, named, second_best
from chat.trips.guide import Guide

GUIDE = Guide(
    {"food": "Comer"},
    (),
    {
        "eatery": ("restaurante", "pub", "cerveceria", "calle", "mercado", "sirve"),
        "dish": ("pescado", "cerveza", "pastel", "marisco"),
        "budgets": ("cheap",),
        "cheap": ("economic",),
        "dinner": ("se toma",),
    },
)


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("Darby Street", "Es una calle de restaurantes.", True),
        ("Cicerello's", "Sirve pescado con patatas.", True),
        ("Pescado con patatas", "Se toma en la playa a precio económico.", False),
        ("Coopers", "Coopers es la cerveza local, barata en cualquier pub.", False),
        ("Moreton Bay bugs", "Son un marisco local, que se sirve en restaurantes.", False),
        ("Pie floater", "Un pastel sobre sopa, bocado económico.", False),
        ("Cerveza artesana", "Capital Brewing, en Fyshwick, es una cervecería con terraza.", True),
    ],
)
def test_a_dish_is_no_place(name: str, text: str, is_one: bool) -> None:
    assert is_place(item(name, text), GUIDE) is is_one


def test_dinner_is_proposed_at_a_dish_only_where_no_place_is_left() -> None:
    fish, street = item("Pescado con patatas", "Se toma, económico."), item("Calle Mayor", "Un mercado económico.")
    dear, dearest = item("Club", "Un restaurante.", beyond=1), item("Torre", "Un restaurante.", beyond=2)
    meals = [fish, street, dear, dearest, item("Ostras", "Se toma marisco."), item("Pastel", "Económico.")]
    assert dinners(meals, GUIDE) == [street]
    assert second_best(meals, GUIDE) == [fish, dear]


def test_a_place_that_is_listed_by_what_it_serves_has_its_own_name() -> None:
    assert named(item("Cerveza artesana", "Capital Brewing es una cervecería."), GUIDE).name == "Capital Brewing"


def test_without_words_for_places_every_meal_may_be_one() -> None:
    assert is_place(item("Pescado", "Se toma frito."), Guide({}, (), {}))
