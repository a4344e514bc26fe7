"""The words by which the sample's trip planner is configured, where they once told something else."""

import pytest
import yaml

from chat.trips.guide import Guide, read
from chat.trips.wishes import values_said
from koalarag.translations import LOCALE

(KOALAROUTE,) = (
    one
    for one in yaml.safe_load((LOCALE.parent / "sample" / "assistants.yaml").read_text())
    if one["slug"] == "koalaroute"
)


@pytest.fixture(scope="module")
def guide() -> Guide:
    found = read(KOALAROUTE["scope"]["guide"])
    assert found
    return found


def test_a_bank_is_no_beach(guide: Guide) -> None:
    assert not guide.tells("Playas", "QAGOMA está en South Bank.")
    assert guide.tells("Playas", "Un lago para bañarse.")


@pytest.mark.parametrize(
    ("text", "company"),
    [
        ("sin ningún museo", ""),
        ("with nine friends", "Grupo"),
        ("con niños", "Familia"),
        ("with two teenagers", "Familia"),
        ("una semana en Perth, pareja", "Pareja"),
    ],
)
def test_who_travels_is_told_by_whole_beginnings(text: str, company: str) -> None:
    assert values_said(text, KOALAROUTE["form"]).get("travel_type", "") == company
