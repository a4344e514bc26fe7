from datetime import date

import pytest

from chat.trips.changes import Change, Known, change_of
from chat.trips.when import When

TODAY = date(2026, 11, 20)
SYDNEY, MELBOURNE, PERTH = 1, 2, 3
ZOO, OPERA = ("sydney.md", "taronga zoo"), ("sydney.md", "opera de sidney")
KNOWN = Known(
    days=[SYDNEY, SYDNEY, MELBOURNE],
    items={ZOO: "Taronga Zoo", OPERA: "Ópera de Sídney"},
    places={SYDNEY: "Sídney", MELBOURNE: "Melbourne", PERTH: "Perth"},
    offered={
        "budget": ["low", "high"],
        "travel_type": ["family"],
        "interests": ["Playas", "Cultura"],
        "said": {"family": ["niñ", "nenos", "kid"], "Playas": ["playa", "beach"], "Cultura": ["museo", "museum"]},
    },
)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("añade un día en Sídney", Change(add_days=1, at=SYDNEY)),
        ("Add two days in Perth", Change(add_days=2, at=PERTH)),
        ("engade un día máis en Melbourne", Change(add_days=1, at=MELBOURNE)),
        ("un día menos", Change(add_days=-1)),
        ("que sean 5 días", Change(set_days=5)),
        ("make it five days", Change(set_days=5)),
        ("quita el día 2", Change(remove_days=(2,))),
        ("cambia el día 2", Change(redo=(2,))),
        ("change day 2", Change(redo=(2,))),
        ("cambia la tarde del día 2", Change(redo=(2,), parts=("afternoon",))),
        ("otra cena el día 1", Change(redo=(1,), parts=("evening",))),
        ("el último día playa", Change(redo=(3,), values={"interests": ["Playas"]})),
        ("el segundo día sin museos", Change(redo=(2,), unwanted=("muse",))),
        ("intercambia el día 1 y el 3", Change(swap=(1, 3))),
        ("swap day 1 and day 2", Change(swap=(1, 2))),
        ("cambia Melbourne por Perth", Change(instead=(MELBOURNE, PERTH))),
        ("Perth instead of Melbourne", Change(instead=(MELBOURNE, PERTH))),
        ("quita Melbourne", Change(remove_place=MELBOURNE)),
        ("añade Perth", Change(add_days=2, at=PERTH)),
        ("¿y si llueve?", Change(rain=True)),
        ("e se chove o día 2?", Change(rain=True, redo=(2,))),
        ("What if it rains?", Change(rain=True)),
        ("con niños", Change(values={"travel_type": "family"})),
        ("e con nenos?", Change(values={"travel_type": "family"})),
        ("We are travelling with kids", Change(values={"travel_type": "family"})),
        ("más barato", Change(cheaper=1)),
        ("sin museos", Change(unwanted=("muse",))),
        ("quita el zoo", Change(items=(ZOO,))),
        ("del 10 al 14 de mayo", Change(when=When(5, date(2027, 5, 10)))),
        ("Vamos en mayo", Change(when=When(0, None, 5))),
        ("Update my trip", Change(update=True)),
        ("add one more day", Change(add_days=1)),
        ("otro día en Sídney", Change(add_days=1, at=SYDNEY)),
        ("more budget", Change(cheaper=-1)),
        ("máis orzamento", Change(cheaper=-1)),
        ("menos presupuesto", Change(cheaper=1)),
        ("troca o día 1 e o día 2", Change(swap=(1, 2))),
        ("cambia el día 1 por el 2", Change(swap=(1, 2))),
        ("el día 3 por la tarde no queremos nada", Change(redo=(3,), parts=("afternoon",), free=True)),
        ("o día 2, libre", Change(redo=(2,), free=True)),
        ("quita el spa", Change(unwanted=("spa",))),
        ("can we start on 10 March?", Change(when=When(0, date(2027, 3, 10)))),
        ("¿Puedes añadir un día en Perth?", Change(add_days=1, at=PERTH)),
        ("queremos playa", Change(values={"interests": ["Playas"]})),
    ],
)
def test_what_a_message_changes(text: str, change: Change) -> None:
    assert change_of(text, KNOWN, TODAY) == change


@pytest.mark.parametrize(
    "text",
    [
        "¿Cuánto cuesta el ferri a Manly?",
        "What is the weather like in May in Sydney?",
        "¿Qué festivales hay en Melbourne?",
        "¿Cuántos días hacen falta para ver Perth?",
        "How do I get to the zoo?",
        "4 días en Perth",
        "gracias",
        "I want to see kangaroos",
        "Can we swim in Sydney?",
        "Queremos pasar unos días tranquilos en Perth con playa y buena comida",
    ],
)
def test_a_question_or_another_trip_changes_nothing(text: str) -> None:
    assert not change_of(text, KNOWN, TODAY).is_any
