from datetime import date

import pytest

from chat.trips.change import Change, Known
from chat.trips.message import change_of
from chat.trips.when import When

TODAY = date(2026, 11, 20)
SYDNEY, MELBOURNE, PERTH = 1, 2, 3
ZOO, OPERA = ("sydney.md", "taronga zoo"), ("sydney.md", "opera de sidney")
MUSEUMS = ("things.museum", "things.gallery")
KNOWN = Known(
    days=[SYDNEY, SYDNEY, MELBOURNE],
    items={ZOO: "Taronga Zoo", OPERA: "Ópera de Sídney"},
    places={SYDNEY: "Sídney", MELBOURNE: "Melbourne", PERTH: "Perth"},
    offered={
        "budget": ["low", "high"],
        "travel_type": ["family"],
        "interests": ["Playas", "Cultura"],
        "said": {
            "low": ["barat", "cheap"],
            "high": ["lujo", "luxo", "luxury"],
            "family": ["niñ", "nenos", "kid"],
            "Playas": ["playa", "praia", "beach"],
            "Cultura": ["museo", "museum"],
        },
    },
    sights=["Taronga Zoo: Tiene canguros.", "Australian Museum: Un museo.", "Museo de Arte: Cuadros."],
    others=["Callejones: Calles con arte callejero."],
)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("añade un día en Sídney", Change(add_days=1, at=SYDNEY)),
        ("Add two days in Perth", Change(add_days=2, at=PERTH)),
        ("engade un día máis en Melbourne", Change(add_days=1, at=MELBOURNE)),
        ("un día menos", Change(add_days=-1)),
        ("dos días menos", Change(add_days=-2)),
        ("two fewer days", Change(add_days=-2)),
        ("make it two days shorter", Change(add_days=-2)),
        ("acúrtaa dous días", Change(add_days=-2)),
        ("acórtalo dos días", Change(add_days=-2)),
        ("one day longer", Change(add_days=1)),
        ("make it one day longer in Sydney", Change(add_days=1, at=SYDNEY)),
        ("un día más", Change(add_days=1)),
        ("alárgao un día", Change(add_days=1)),
        ("alárgalo un día", Change(add_days=1)),
        ("shorten it to two days", Change(set_days=2)),
        ("alárgalo a una semana", Change(set_days=7)),
        ("acúrtaa a dous días", Change(set_days=2)),
        ("quiero un día de playa", Change(values={"interests": ["Playas"]})),
        ("a day of museums please", Change(values={"interests": ["Cultura"]})),
        ("que sean 2 días de playa", Change(set_days=2, values={"interests": ["Playas"]})),
        ("máis tranquilo", Change(pace=1)),
        ("más tranquilo", Change(pace=1)),
        ("a more relaxed plan please", Change(pace=1)),
        ("¿Puedes hacerlo más tranquilo?", Change(pace=1)),
        ("menos cosas cada día", Change(pace=1)),
        ("demasiadas cosas", Change(pace=1)),
        ("con niños, sin prisas", Change(pace=1, values={"travel_type": "family"})),
        ("el día 2 algo tranquilo", Change(pace=1, redo=(2,))),
        ("o último día con calma", Change(pace=1, redo=(3,))),
        ("3 días más tranquilos", Change(pace=1)),
        ("más actividades", Change(pace=-1)),
        ("something livelier", Change(pace=-1)),
        ("menos tempo de viaxe", Change(nearer="way")),
        ("menos tiempo de viaje", Change(nearer="way")),
        ("less driving", Change(nearer="way")),
        ("non queremos movernos tanto", Change(nearer="way")),
        ("fewer cities", Change(nearer="places")),
        ("demasiadas ciudades", Change(nearer="places")),
        ("que sean 5 días", Change(set_days=5)),
        ("make it five days", Change(set_days=5)),
        ("quiero ir en tren", Change(means="means.train")),
        ("tenemos 500 euros", Change(sum="500 euros")),
        ("we have $2,000", Change(sum="$2 000")),
        ("temos 800 € e imos con nenos", Change(values={"travel_type": "family"}, sum="800 €")),
        ("sen coller o avión", Change(means="land", needs=("needs.no_flight",))),
        ("quita el día 2", Change(remove_days=(2,))),
        ("cambia el día 2", Change(redo=(2,))),
        ("change day 2", Change(redo=(2,))),
        ("cambia la tarde del día 2", Change(redo=(2,), parts=("afternoon",))),
        ("otra cena el día 1", Change(redo=(1,), parts=("evening",))),
        ("el último día playa", Change(redo=(3,), values={"interests": ["Playas"]})),
        ("el segundo día sin museos", Change(redo=(2,), unwanted=MUSEUMS)),
        ("intercambia el día 1 y el 3", Change(swap=(1, 3))),
        ("swap day 1 and day 2", Change(swap=(1, 2))),
        ("cambia Melbourne por Perth", Change(instead=(MELBOURNE, PERTH))),
        ("Perth instead of Melbourne", Change(instead=(MELBOURNE, PERTH))),
        ("swap Sydney for Melbourne", Change(instead=(SYDNEY, MELBOURNE))),
        ("cambia Sydney por Melbourne", Change(instead=(SYDNEY, MELBOURNE))),
        ("troca Sydney por Melbourne", Change(instead=(SYDNEY, MELBOURNE))),
        ("swap Perth for Sydney", Change(instead=(SYDNEY, PERTH))),
        ("Melbourne instead of Sydney", Change(instead=(SYDNEY, MELBOURNE))),
        ("Melbourne en vez de Sídney", Change(instead=(SYDNEY, MELBOURNE))),
        ("swap Sydney and Melbourne", Change(order=(MELBOURNE, SYDNEY))),
        ("intercambia Sídney y Melbourne", Change(order=(MELBOURNE, SYDNEY))),
        ("start in Melbourne instead", Change(order=(MELBOURNE, SYDNEY))),
        ("mejor empezar en Melbourne", Change(order=(MELBOURNE, SYDNEY))),
        ("comezar por Melbourne", Change(order=(MELBOURNE, SYDNEY))),
        ("end in Sydney", Change(order=(MELBOURNE, SYDNEY))),
        ("Perth too", Change(add_days=2, at=PERTH)),
        ("y Perth también", Change(add_days=2, at=PERTH)),
        ("Perth tamén", Change(add_days=2, at=PERTH)),
        ("and Perth as well", Change(add_days=2, at=PERTH)),
        ("quita Melbourne", Change(remove_place=MELBOURNE)),
        ("quita Perth", Change(remove_place=PERTH)),
        ("no nos gusta tanto la playa", Change(unwanted=("things.beach",))),
        ("we are not so keen on beaches", Change(unwanted=("things.beach",))),
        ("non queremos tanta praia", Change(unwanted=("things.beach",))),
        ("no museos pero sí playa", Change(values={"interests": ["Playas"]}, unwanted=MUSEUMS)),
        ("volve ao plan anterior", Change(undo=True)),
        ("vuelve al plan anterior", Change(undo=True)),
        ("añade Perth", Change(add_days=2, at=PERTH)),
        ("¿y si llueve?", Change(rain=True)),
        ("e se chove o día 2?", Change(rain=True, redo=(2,))),
        ("What if it rains?", Change(rain=True)),
        ("con niños", Change(values={"travel_type": "family"})),
        ("e con nenos?", Change(values={"travel_type": "family"})),
        ("We are travelling with kids", Change(values={"travel_type": "family"})),
        ("más barato", Change(cheaper=1)),
        ("sin museos", Change(unwanted=MUSEUMS)),
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
        ("quita el último día", Change(remove_days=(3,))),
        ("quitamos o último día", Change(remove_days=(3,))),
        ("quita la cena del día 2", Change(redo=(2,), parts=("evening",), free=True)),
        ("quita o zoo e pon outra cousa o día 2", Change(redo=(2,), items=(ZOO,))),
        ("no me gusta el día 2", Change(redo=(2,))),
        ("non me gusta o zoo", Change(items=(ZOO,))),
        ("the kids hate museums", Change(values={"travel_type": "family"}, unwanted=MUSEUMS)),
        ("we don't like museums", Change(unwanted=MUSEUMS)),
        ("quiero ver canguros", Change(wanted=("things.kangaroo",))),
        ("engade o zoo", Change(wanted=("things.zoo",))),
        ("add the Australian Museum", Change(wanted=("things.museum", "australian"))),
        ("cancel day 2", Change(remove_days=(2,))),
        ("demasiados museos", Change(unwanted=MUSEUMS)),
        ("too many museums", Change(unwanted=MUSEUMS)),
        ("que no sea tan caro", Change(cheaper=1)),
        ("what if it rains in Sydney?", Change(rain=True, redo=(1, 2))),
        ("mellor deixa a de antes", Change(undo=True)),
        ("otra vez como antes", Change(undo=True)),
        ("como antes", Change(undo=True)),
        ("desfai iso", Change(undo=True)),
        ("undo that", Change(undo=True)),
        ("they get tired quickly", Change(pace=1)),
        ("mis padres se cansan enseguida", Change(pace=1, needs=("needs.slow",))),
        ("os meus pais cansan axina", Change(pace=1, needs=("needs.slow",))),
        ("con niños. Se cansan pronto.", Change(pace=1, values={"travel_type": "family"}, needs=("needs.slow",))),
        ("No museums. One day more in Perth.", Change(unwanted=MUSEUMS, add_days=1, at=PERTH)),
        ("queremos salir de noche", Change(nights=True)),
        ("we'd like to go out at night", Change(nights=True)),
        ("o día 2 de copas", Change(nights=True, redo=(2,))),
        ("make it 6 days and include beaches", Change(set_days=6, values={"interests": ["Playas"]})),
        ("mejor que sean 6", Change(set_days=6)),
        ("make it six", Change(set_days=6)),
        ("go back to Perth", Change(elsewhere=(PERTH,))),
        ("aburrense nos museos, quítaos", Change(unwanted=MUSEUMS)),
        ("quita el zoo y añade un día en Perth", Change(items=(ZOO,), add_days=1, at=PERTH)),
        ("la última noche una cena especial", Change(redo=(3,), parts=("evening",))),
        ("no queremos museos", Change(unwanted=MUSEUMS)),
        ("comida más barata", Change(cheaper=1, food=True)),
        ("cheaper dinners please", Change(cheaper=1, food=True)),
        ("el día 2 queremos ir a un museo", Change(redo=(2,), values={"interests": ["Cultura"]})),
        ("put the opera on day 1", Change(redo=(1,), wanted=("oper", "sidney"))),
        ("el día 2 queremos ver el zoo", Change(redo=(2,), wanted=("things.zoo",))),
        ("swap the morning and the afternoon of day 1", Change(redo=(1,), parts=("morning", "afternoon"), turn=True)),
        ("cambia la mañana por la tarde el día 1", Change(redo=(1,), parts=("morning", "afternoon"), turn=True)),
        ("¿y si hace mucho calor?", Change(rain=True)),
        ("demasiado ajetreo", Change(pace=1)),
        (
            "y sin museos, más playa",
            Change(values={"interests": ["Playas"]}, more=True, unwanted=MUSEUMS),
        ),
        ("e sen museos, máis praia", Change(values={"interests": ["Playas"]}, more=True, unwanted=MUSEUMS)),
        ("no museums, more beach", Change(values={"interests": ["Playas"]}, more=True, unwanted=MUSEUMS)),
        ("menos museos", Change(unwanted=MUSEUMS)),
        ("que haya un día para descansar", Change(redo=(2,), free=True)),
        ("the last day something indoors", Change(rain=True, redo=(3,))),
        ("ella no puede andar mucho", Change(pace=1, needs=("needs.slow",))),
        ("más street art", Change(wanted=("things.street_art",))),
        ("máis arte na rúa", Change(wanted=("things.street_art",))),
    ],
)
def test_what_a_message_changes(text: str, change: Change) -> None:
    assert change_of(text, KNOWN, TODAY) == change


@pytest.mark.parametrize(
    "text",
    [
        "mejor en Perth",
        "vale, entonces en Perth",
        "prefiero Perth",
        "cambiamos a Perth",
        "mellor en Perth",
        "vale, entón en Perth",
        "preferimos Perth",
        "ok then Perth",
        "rather in Perth",
        "can we go to Perth instead?",
    ],
)
def test_another_place_takes_the_whole_trip(text: str) -> None:
    assert change_of(text, KNOWN, TODAY) == Change(elsewhere=(PERTH,))


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("solo Sídney", Change(elsewhere=(SYDNEY,))),
        ("mejor en Perth con niños", Change(elsewhere=(PERTH,), values={"travel_type": "family"})),
        ("not Sydney, Perth", Change(instead=(SYDNEY, PERTH))),
        ("mejor sin Melbourne", Change(remove_place=MELBOURNE)),
    ],
)
def test_places_that_are_kept_or_declined(text: str, change: Change) -> None:
    assert change_of(text, KNOWN, TODAY) == change


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("barato", Change(values={"budget": "low"})),
        ("algo barato", Change(values={"budget": "low"})),
        ("cheap", Change(values={"budget": "low"})),
        ("luxury, please", Change(values={"budget": "high"})),
        ("de luxo", Change(values={"budget": "high"})),
        ("praia", Change(values={"interests": ["Playas"]})),
        ("más playa", Change(values={"interests": ["Playas"]}, more=True)),
        ("a bit more beach please", Change(values={"interests": ["Playas"]}, more=True)),
        ("demasiado caro", Change(cheaper=1)),
        ("é demasiado caro", Change(cheaper=1)),
        ("too expensive", Change(cheaper=1)),
    ],
)
def test_a_mere_value_is_a_wish(text: str, change: Change) -> None:
    assert change_of(text, KNOWN, TODAY) == change


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("el mes que viene", When(month=12)),
        ("o mes que vén", When(month=12)),
        ("next month", When(month=12)),
        ("para el próximo mes", When(month=12)),
        ("mellor este mes", When(month=11)),
        ("dentro de dos meses", When(month=1)),
        ("in two months", When(month=1)),
        ("enero", When(month=1)),
        ("para xaneiro", When(month=1)),
        ("la semana que viene", When(start=date(2026, 11, 23))),
        ("a semana que vén", When(start=date(2026, 11, 23))),
        ("next week", When(start=date(2026, 11, 23))),
        ("next weekend", When(2, date(2026, 11, 21))),
        ("esta fin de semana", When(2, date(2026, 11, 21))),
    ],
)
def test_dates_that_are_counted_from_today(text: str, found: When) -> None:
    assert change_of(text, KNOWN, TODAY) == Change(when=found)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("una semana más tarde", 7),
        ("mellor dous días despois", 2),
        ("a week later", 7),
        ("two days earlier", -2),
        ("nos lo han retrasado una semana", 7),
        ("push it back two weeks", 14),
        ("adianta a viaxe dous días", -2),
    ],
)
def test_dates_move(text: str, days: int) -> None:
    assert change_of(text, KNOWN, TODAY) == Change(shift=days)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("si no llueve", ()),
        ("e se non chove?", ()),
        ("what if it doesn't rain?", ()),
        ("con sol", ()),
        ("make it sunny again", ()),
        ("con sol o día 2", (2,)),
        ("fine, forget the rain", ()),
    ],
)
def test_the_rain_is_taken_back(text: str, days: tuple[int, ...]) -> None:
    assert change_of(text, KNOWN, TODAY) == Change(dry=True, redo=days)


@pytest.mark.parametrize(
    "text",
    [
        "¿Llueve en Perth en mayo?",
        "Does it rain much in May?",
        "clima en mayo",
        "hoteles",
        "¿Cuánto cuesta el ferri a Manly?",
        "What is the weather like in May in Sydney?",
        "¿Qué festivales hay en Melbourne?",
        "¿Cuántos días hacen falta para ver Perth?",
        "How do I get to the zoo?",
        "4 días en Perth",
        "gracias",
        "I want to see wombats",
        "Can we swim in Sydney?",
        "Queremos pasar unos días tranquilos en Perth con playa y buena comida",
    ],
)
def test_a_question_or_another_trip_changes_nothing(text: str) -> None:
    assert not change_of(text, KNOWN, TODAY).is_any
