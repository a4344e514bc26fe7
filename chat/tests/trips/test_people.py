"""Who travels, with how much money and whether they drive: understood in three languages, said, and acted upon."""

from copy import deepcopy

import pytest

from chat.agent.events import Answer
from chat.models import Assistant
from chat.tests.agent.sections import further
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_conversations import notices, places, talk
from chat.tests.trips.test_itinerary import planned
from chat.tests.trips.test_sample_words import KOALAROUTE
from chat.trips.needs import NO_CAR, needs_in
from chat.trips.saying import is_short_of_money
from chat.trips.wishes import values_said
from knowledge.models import Document, Section
from knowledge.text.terms import fold

HOSTEL, FLATS, PALACE = "Los hostales para mochileros.", "Los pisos del centro.", "Los palacios del río."
LODGING = [f"- Económico: {HOSTEL}", f"- Medio: {FLATS}", f"- Alto: {PALACE}"]
FAR = "- Granja: La granja de alpacas está a 30 minutos en coche, es gratuita y tiene un parque con jardines."


@pytest.fixture
def assistant() -> Assistant:
    made: Assistant = guides.assistant.__wrapped__()  # type: ignore[attr-defined]
    guide, form = deepcopy(guides.GUIDE), deepcopy(guides.FORM)
    guide["sections"]["stay"] = "Dormir"  # type: ignore[index]
    guide["cues"] |= {  # type: ignore[operator]
        "budgets": ["Económico", "Medio", "Alto"],
        "not.Jubilados": ["mochiler"],
        "by_car": ["en coche"],
        "by_public_transport": ["tranvia"],
        "means.drive": ["coche"],
    }
    form["budget"], form["travel_type"] = ["Económico", "Medio", "Alto"], ["Pareja", "Familia", "Jubilados"]
    form["said"] |= {"Jubilados": ["jubilad"], "Pareja": ["pareja"]}  # type: ignore[operator]
    for document in Document.objects.all():
        further(document, 5, "Dormir", "\n".join(LODGING))
    sights = Section.objects.get(document__title="Perth", title="Ver")
    Section.objects.filter(pk=sights.pk).update(text=f"{sights.text}\n{FAR}", blocks=[])
    Assistant.objects.update(scope={"guide": guide}, form=form)
    return made


def lodging(answer: Answer) -> str:
    (stay,) = [block for block in answer.details["view"]["blocks"] if block["title"] == "Dónde dormir"]
    return str(stay["items"][0]["text"])


@pytest.mark.parametrize(
    "text",
    [
        "no tenemos mucho dinero", "voy con poca pasta", "con un presupuesto muy ajustado", "sin gastar mucho",
        "gastando poco",
        "con pouco diñeiro", "non temos moitos cartos", "un orzamento baixo", "sen gastar moito",
        "andamos xustos de cartos",
        "we don't have much money", "on a tight budget", "short of money", "without spending a lot", "we’re broke",
        "nothing too expensive", "nada caro", "que non sexa cara",
    ],
)  # fmt: skip
def test_little_money_is_understood(text: str) -> None:
    assert is_short_of_money(fold(text))


@pytest.mark.parametrize(
    "text",
    [
        "no nos gusta mucho la pasta", "un presupuesto alto", "no queremos ver mucho", "non hai moito que ver",
        "money is no problem", "a lot of money", "menos museos", "un poco de playa",
    ],
)  # fmt: skip
def test_what_says_nothing_of_little_money_is_not_taken_for_it(text: str) -> None:
    assert not is_short_of_money(fold(text))


@pytest.mark.parametrize(
    "text",
    ["que no conducen", "no sabemos conducir", "sin coche", "non conducimos", "sen carné de conducir", "We don't drive",
     "without a car", "non-drivers"],
)  # fmt: skip
def test_nobody_drives(text: str) -> None:
    assert NO_CAR in needs_in(text)


@pytest.mark.parametrize("text", ["en coche", "queremos conducir", "sen carne", "a drive along the coast"])
def test_whoever_may_drive_is_not_kept_from_it(text: str) -> None:
    assert NO_CAR not in needs_in(text)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("dos jubilados", ["Jubilados"]),
        ("un matrimonio de xubilados", ["Jubilados"]),
        ("a retired couple", ["Jubilados", "Pareja"]),
        ("una pareja de pensionistas", ["Pareja", "Jubilados"]),
        ("somos estudantes", ["Mochilero"]),
        ("viaxo sen coche", []),
        ("viaxo só", ["Individual"]),
        ("coa miña moza", ["Pareja"]),
    ],
)
def test_the_sample_knows_its_people(text: str, people: list[str]) -> None:
    said = values_said(text, KOALAROUTE["form"])
    assert [*filter(None, [said.get("travel_type")]), *said.get("also", ())] == people


@pytest.mark.django_db
def test_all_that_is_said_of_the_travellers_is_in_the_summary(assistant: Assistant) -> None:
    (plan,) = talk("2 días en Perth para una pareja de jubilados que no conduce y tiene poco dinero")
    assert (
        plan.details["view"]["wished"]
        == "Según lo que has pedido: presupuesto económico, Pareja, Jubilados, sin coche."
    )


@pytest.mark.django_db
def test_the_retired_sleep_in_no_hostel_however_little_they_pay(assistant: Assistant) -> None:
    plain, retired, cheap = talk("2 días en Perth", "somos jubilados", "con poco dinero")
    assert [one.rpartition(": ")[2] for one in map(lodging, (plain, retired, cheap))] == [FLATS, FLATS, FLATS]
    (new,) = talk("2 días en Perth para jubilados con poco dinero")
    dearer = (
        "De ese presupuesto las guías no nombran dónde dormir que os venga bien; lo que propongo cuesta más: Perth."
    )
    assert (lodging(new).rpartition(": ")[2], dearer in notices(new)) == (FLATS, True)


@pytest.mark.django_db
def test_a_family_with_little_money_is_told_of_the_campsite_and_not_of_the_hostels_before_it(
    assistant: Assistant,
) -> None:
    camp = "El camping del río gusta a familias."
    for section in Section.objects.filter(title="Dormir"):
        text = section.text.replace(HOSTEL, f"{HOSTEL} {camp}")
        Section.objects.filter(pk=section.pk).update(text=text, blocks=[])
    scope = Assistant.objects.get().scope["guide"]
    cues = scope["cues"] | {"not.Familia": ["mochiler"], "Familia": ["famili"]}
    Assistant.objects.update(scope={"guide": scope | {"cues": cues}})
    (plan,), (asked,) = (
        talk("2 días en Perth con niños y poco dinero"),
        talk("¿dónde dormir en Perth con niños y poco dinero?"),
    )
    assert lodging(plan) == camp
    assert [one.quote for one in asked.citations] == [camp]
    assert not any("cuesta más" in notice for notice in notices(plan))


@pytest.mark.django_db
def test_who_asks_where_to_stay_for_such_people_is_told_of_no_hostel(assistant: Assistant) -> None:
    plain, retired = talk("¿dónde dormir en Perth?"), talk("¿la mejor zona para dormir en Perth para jubilados?")
    quotes = [[one.quote.rpartition(": ")[2] for one in answer.citations] for (answer,) in (plain, retired)]
    assert quotes == [[HOSTEL, FLATS, PALACE], [FLATS, PALACE]]


@pytest.mark.django_db
def test_whoever_does_not_drive_is_sent_nowhere_by_car(assistant: Assistant) -> None:
    (plan,) = talk("3 días en Perth sin coche")
    first, later, again, driven, more = talk(
        "3 días en Perth", "no conducimos", "no conducimos", "al final alquilamos un coche", "queremos ver las alpacas"
    )
    assert "Granja" in str(planned(first))
    assert not any("Granja" in str(planned(one)) for one in (plan, later, again))
    assert any("Granja" in notice for notice in notices(later))
    assert notices(again) == ["En el plan no hay nada para lo que haga falta coche."]
    assert notices(driven) == ["De ahora en adelante esto ya no cuenta: sin coche. Lo planeado queda como estaba."]
    assert (driven.details["view"]["wished"], "Granja" in str(planned(more))) == ("", True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("es", "añade Perth pero que sigan siendo 3 días"),
        ("gl", "engade Perth sen alongar a viaxe"),
        ("en", "add Perth but keep it at 3 days"),
        ("en", "add Perth, 3 days in total"),
        ("en", "add Perth, keep the same number of days"),
    ],
)
def test_a_place_comes_in_and_the_trip_stays_as_long(assistant: Assistant, language: str, message: str) -> None:
    first, changed = talk("3 días en Brisbane", message, language=language)
    assert len(places(changed)) == 3
    assert set(places(changed)) == {"Brisbane", "Perth"}
    gone = {name for day in planned(first) for name in day.values()} - {n for d in planned(changed) for n in d.values()}
    told = next(notice for notice in notices(changed) if notice.startswith(("Ya no", "Xa non", "No longer")))
    assert gone
    assert all(name in told for name in gone)


@pytest.mark.django_db
def test_so_many_days_in_all_may_be_more(assistant: Assistant) -> None:
    _first, longer = talk("2 días en Brisbane", "añade Perth, 5 días en total")
    assert sorted(map(places(longer).count, ("Brisbane", "Perth"))) == [2, 3]
