"""What a change came to is said in every language."""

import re
from pathlib import Path

import pytest

from chat.trips import notices
from chat.trips.plan import Notice

SOURCES = "\n".join(path.read_text() for path in Path(notices.__file__).parent.glob("*.py"))
# These two are said in a way of their own.
OWN = {"dated", "diet"}


def test_whatever_can_come_of_a_change_has_words() -> None:
    named = set(re.findall(r'Notice\(\s*"(\w+)"', SOURCES))
    assert named - OWN - notices.NOTICES.keys() == set()
    assert named >= OWN


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ([Notice("freed", "Zoo", 2, "morning")], ["Día 2, mañana: libre, como quieres."]),
        (
            [Notice("freed", "Zoo", day, "morning") for day in (1, 2)] + [Notice("freed", "Bar", 4, "evening")],
            ["Libre, como quieres: días 1–2 (mañana); día 4 (noche)."],
        ),
        (
            [Notice("needs", needs=("needs.no_car", "diets.vegan"))],
            ["De ahora en adelante el plan cuenta con esto: sin coche, comida vegana."],
        ),
    ],
)
def test_what_is_alike_is_said_in_one_sentence(told: list[Notice], said: list[str]) -> None:
    assert notices.said(told, "es") == said
