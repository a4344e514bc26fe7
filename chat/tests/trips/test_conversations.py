"""What later messages make of a plan, through the whole graph."""

from copy import deepcopy
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question, Turn
from chat.models import Assistant
from chat.tests.agent.sections import further
from chat.tests.trips import test_itinerary as guides
from chat.tests.trips.test_itinerary import planned
from knowledge.models import Section

pytestmark = pytest.mark.django_db
assistant = guides.assistant


def talk(*messages: str, language: str = "es", **form: Any) -> list[Answer]:
    """The answers to the messages of a conversation."""
    conversation = Conversation(language, form)
    return [conversation.say(text) for text in messages]


class Conversation:
    """The page shows the form as each answer leaves it."""

    def __init__(self, language: str, form: dict[str, Any], history: tuple[Turn, ...] = ()) -> None:
        self._language, self._form, self._history = language, form, history

    def say(self, text: str) -> Answer:
        question = Question(text, interface_language=self._language, form=dict(self._form), history=self._history)
        answer = async_to_sync(_answered)(question)
        self._history += (Turn("user", text), Turn("assistant", answer.text, answer.status, answer.details))
        self._form = self._form | answer.details.get("form", {})
        return answer

    def copy(self) -> "Conversation":
        """To go on from here in several ways."""
        return Conversation(self._language, deepcopy(self._form), deepcopy(self._history))


async def _answered(question: Question) -> Answer:
    return await run.answer(question, await context.load("trips", origin="command"))


def notices(answer: Answer) -> list[str]:
    said: list[str] = answer.details["view"]["notices"]
    return said


def places(answer: Answer) -> list[str]:
    return [day["place"] for day in answer.details["view"]["days"]]


@pytest.mark.parametrize(
    "message", ["mejor en Perth", "mellor en Perth", "ok then Perth", "can we go to Perth instead?"]
)
def test_another_place_takes_all_days(assistant: Assistant, message: str) -> None:
    _first, moved = talk("2 días en Brisbane", message)
    assert places(moved) == ["Perth", "Perth"]
    assert not any(part.get("new") for day in moved.details["view"]["days"] for part in day["parts"])


@pytest.mark.parametrize(
    ("language", "wish", "message"),
    [
        ("es", "2 días en Tasmania", "vale, entonces en Perth"),
        ("gl", "2 días en Tasmania", "vale, entón en Perth"),
        ("en", "2 days in Tasmania", "ok then Perth"),
        ("en", "2 days in Tasmania", "Perth"),
        ("es", "un plan de 2 días por Tasmania", "Perth"),
    ],
)
def test_after_no_guide_the_wish_goes_on_in_another_place(
    assistant: Assistant, language: str, wish: str, message: str
) -> None:
    missing, found = talk(wish, message, language=language)
    assert (missing.status, missing.choices) == ("not_found", ("Brisbane", "Perth"))
    assert (found.language, places(found)) == (language, ["Perth", "Perth"])


@pytest.mark.parametrize(
    "message",
    ["y ahora 2 días en Perth", "e agora 2 días en Perth", "and now 2 days in Perth", "600 € para 2 días en Perth"],
)
def test_days_in_another_place_are_another_trip_of_the_same_traveller(assistant: Assistant, message: str) -> None:
    _first, other = talk("un día en Brisbane sin coche", message)
    assert places(other) == ["Perth", "Perth"]
    assert any(car in " ".join(notices(other)) for car in ("sin coche", "sen coche", "without a car"))


@pytest.mark.parametrize(
    ("language", "message"), [("es", "y un día en Perth"), ("gl", "e un día en Perth"), ("en", "and one day in Perth")]
)
def test_after_no_guide_the_days_of_another_place_are_its_own(
    assistant: Assistant, language: str, message: str
) -> None:
    wish = {"es": "3 días en Tasmania", "gl": "3 días en Tasmania", "en": "3 days in Tasmania"}[language]
    _missing, found = talk(wish, message, language=language)
    assert places(found) == ["Perth"]


def test_who_wants_to_go_out_gets_evenings_where_one_can(assistant: Assistant) -> None:
    bars = "- Howard Street: Howard Street tiene cocina económica y bares."
    for section in Section.objects.filter(title="Comer", document__title="Brisbane"):
        further(section.document, 6, "Comer", "\n".join([*guides.FOOD, bars]))
        section.delete()
    cues = guides.GUIDE["cues"] | {"nightlife": ["bares"]}  # type: ignore[operator]
    Assistant.objects.update(scope={"guide": guides.GUIDE | {"cues": cues}})
    first, changed, again = talk("1 día en Brisbane", "queremos salir de noche", "de copas")
    assert planned(first)[0]["evening"] != "Howard Street"
    assert planned(changed)[0]["evening"] == "Howard Street"
    assert planned(again) == planned(changed)
    assert "Howard Street" in notices(again)[0]
    (at_once,) = talk("1 día en Brisbane, queremos salir de noche")
    assert planned(at_once)[0]["evening"] == "Howard Street"


def test_what_another_day_has_moves_to_the_day_it_is_wished_for(assistant: Assistant) -> None:
    (first,) = talk("2 días en Brisbane con niños")
    zoo = next(number for number, day in enumerate(planned(first), 1) if "Zoo" in day.values())
    other = 3 - zoo
    _first, changed = talk("2 días en Brisbane con niños", f"el día {other} queremos ver el zoo")
    before, after = planned(first), planned(changed)
    assert "Zoo" in after[other - 1].values()
    assert sorted(name for day in before for name in day.values()) == sorted(
        name for day in after for name in day.values()
    )


def test_the_parts_of_a_day_change_places(assistant: Assistant) -> None:
    first, changed = talk("1 día en Brisbane", "intercambia la mañana y la tarde del día 1")
    (before,), (after,) = planned(first), planned(changed)
    assert (after["morning"], after["afternoon"]) == (before["afternoon"], before["morning"])


def test_what_only_other_guides_offer_is_said_to_be_there(assistant: Assistant) -> None:
    first, answer = talk("1 día en Perth", "quiero ver el zoo")
    assert planned(answer) == planned(first)
    assert "Brisbane" in notices(answer)[0]


def test_a_place_that_only_a_train_goes_to_has_no_guide(assistant: Assistant) -> None:
    Section.objects.filter(title="Transporte").update(text="El tren va de Brisbane a Darwin.", blocks=[])
    (answer,) = talk("2 días en Darwin")
    assert answer.status == "not_found"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("es", "hmm eso no"),
        ("gl", "hmm iso non"),
        ("en", "hmm not that"),
        ("es", "algo distinto"),
        ("gl", "non me convence"),
        ("en", "I don't know"),
        ("es", "el día 2 algo con encanto"),
    ],
)
def test_what_is_not_understood_is_asked_back_with_changes_that_are(
    assistant: Assistant, language: str, message: str
) -> None:
    conversation = Conversation(language, {})
    first, asked = conversation.say("2 días en Brisbane"), conversation.say(message)
    assert (asked.status, asked.citations, asked.details) == ("clarify", (), {})
    assert len(asked.choices) == 5
    for choice in asked.choices:
        changed = conversation.copy().say(choice)
        assert (changed.status, changed.intent) == ("answered", "itinerary"), choice
        assert planned(changed) != planned(first) or notices(changed), choice


def test_who_saves_money_already_is_not_offered_to(assistant: Assistant) -> None:
    _first, asked = talk("2 días en Brisbane", "algo distinto", budget="Económico")
    assert "Más barato" not in asked.choices


@pytest.mark.parametrize("message", ["ok, perfecto", "vale, gracias"])
def test_thanks_are_no_change(assistant: Assistant, message: str) -> None:
    assert talk("2 días en Brisbane", message)[-1].intent == "general"


@pytest.mark.parametrize("wish", ["Una escapada a Perth", "unha viaxe a Perth", "a trip to Perth"])
def test_a_journey_to_a_place_asks_for_a_plan(assistant: Assistant, wish: str) -> None:
    (answer,) = talk(wish)
    assert places(answer) == ["Perth", "Perth", "Perth"]


def test_what_is_to_be_changed_stays_where_there_is_nothing_else(assistant: Assistant) -> None:
    first, changed = talk("3 días en Perth", "cambia la cena del día 1")
    assert planned(changed)[0] == planned(first)[0]
    assert notices(changed) == [
        f"Día 1, noche: la guía no tiene nada que encaje mejor que {planned(first)[0]['evening']}; se queda."
    ]


def test_somewhere_else_is_asked_back_with_the_places(assistant: Assistant) -> None:
    _first, asked = talk("2 días en Brisbane", "mejor en otro sitio")
    assert asked.choices == ("Mejor en Perth",)


def test_the_rain_is_taken_back(assistant: Assistant) -> None:
    first, wet, dry = talk("1 día en Brisbane", "¿y si llueve?", "si no llueve")
    assert "Museo" not in planned(first)[0].values()
    assert "Museo" in planned(wet)[0].values()
    assert planned(dry) == planned(first)


def test_a_later_change_knows_of_no_rain(assistant: Assistant) -> None:
    first, wet, more = talk("1 día en Brisbane", "¿y si llueve?", "añade un día")
    gone = set(planned(first)[0].values()) - set(planned(wet)[0].values())
    assert gone
    assert gone <= set(planned(more)[1].values())


def test_what_the_rain_leaves_is_told_once(assistant: Assistant) -> None:
    _first, wet = talk("3 días en Brisbane", "e se chove?", language="gl")
    assert [said for said in notices(wet) if "cuberto" in said] == notices(wet)[-1:]


def test_sun_without_rain_before_changes_nothing(assistant: Assistant) -> None:
    first, sunny = talk("1 día en Brisbane", "con sol")
    assert planned(sunny) == planned(first)
    assert notices(sunny) == ["Nada del plan está ahí por la lluvia: queda como estaba."]


def test_a_wish_that_the_plan_fulfils_is_said_to_be_there(assistant: Assistant) -> None:
    Assistant.objects.update(form=guides.FORM | {"said": {"Naturaleza": ["jardin"]}})
    _first, again = talk("1 día en Brisbane con jardines", "con jardines")
    assert notices(again)[0].startswith("El plan ya lo tiene: ")


def test_what_a_message_brings_is_not_said_to_have_been_there(assistant: Assistant) -> None:
    cues = guides.GUIDE["cues"] | {"Playas": ["playa"]}  # type: ignore[operator]
    Assistant.objects.update(scope={"guide": guides.GUIDE | {"cues": cues}})
    Assistant.objects.update(form=guides.FORM | {"said": {"Playas": ["playa"]}})
    *_before, answer = talk("1 día en Brisbane al atardecer", "añade el museo", "sin museos, más playa")
    assert [notice.split(":")[0] for notice in notices(answer)] == [
        "Nuevo en el día 1, mañana",
        "Ya no está en el plan",
        "Fuera del plan, como pides",
    ]


def test_what_the_guides_to_other_places_have_is_told(assistant: Assistant) -> None:
    cues = guides.GUIDE["cues"] | {"Playas": ["cottesloe"]}
    Assistant.objects.update(scope={"guide": guides.GUIDE | {"cues": cues}})
    Assistant.objects.update(form=guides.FORM | {"said": {"Playas": ["playa"]}})
    _first, answer = talk("1 día en Brisbane", "con playa")
    assert notices(answer) == ["Las guías de este viaje no cuentan más sitios así; sí las de Perth."]


def test_a_sight_that_is_asked_for_comes_in(assistant: Assistant) -> None:
    first, second = talk("1 día en Brisbane con parques", "añade el zoo")
    assert "Zoo" not in planned(first)[0].values()
    assert "Zoo" in planned(second)[0].values()


def test_a_change_is_undone(assistant: Assistant) -> None:
    first, _second, undone = talk("2 días en Brisbane", "quita el día 1", "como antes")
    assert planned(undone) == planned(first)


def test_dates_move_and_are_told(assistant: Assistant) -> None:
    _first, later = talk("2 días en Brisbane desde el 10 de mayo de 2027", "una semana más tarde")
    assert later.details["form"]["start"] == "2027-05-17"
    assert notices(later) == ["El viaje empieza el lunes, 17 de mayo de 2027."]


def test_a_trip_that_is_too_long_says_where_it_ends(assistant: Assistant) -> None:
    Assistant.objects.update(form=guides.FORM | {"days": {"min": 1, "max": 4, "default": 3}})
    cut, more = talk("40 días en Brisbane", "añade dos días")
    assert len(planned(cut)) == len(planned(more)) == 4
    for answer in (cut, more):
        assert "Aquí un viaje tiene como máximo 4 días: el plan termina ahí." in notices(answer)


def test_what_is_free_stands_in_one_line_of_a_day(assistant: Assistant) -> None:
    (answer,) = talk("4 días en Perth")
    assert notices(answer) == ["Las guías no tienen más que ver para estos días, que quedan libres: 3–4."]
    free = [[part["free"] for part in day["parts"] if "free" in part] for day in answer.details["view"]["days"]]
    assert free[2:] == [["todo el día"], ["todo el día"]]
    assert all(len(lines) <= 1 for lines in free)


@pytest.mark.parametrize(("page", "language"), [("gl", "gl"), ("es", "es"), ("en", "es")])
def test_a_plan_is_in_the_language_of_the_page_where_the_message_could_be(
    assistant: Assistant, page: str, language: str
) -> None:
    (answer,) = talk("fin de semana en Brisbane con historia", language=page)
    assert answer.language == language


@pytest.mark.parametrize("text", ["4 días, Perth y Brisbane, con niños", "4 days Perth and Brisbane with kids"])
def test_days_and_several_places_are_another_trip(assistant: Assistant, text: str) -> None:
    _first, other = talk("3 días en Brisbane", text)
    assert sorted(places(other)) == ["Brisbane", "Brisbane", "Perth", "Perth"]


def test_days_more_in_places_are_a_change(assistant: Assistant) -> None:
    _first, more = talk("3 días en Brisbane", "añade 2 días en Perth")
    assert places(more) == ["Brisbane"] * 3 + ["Perth"] * 2


@pytest.mark.parametrize(
    ("language", "wish", "cheaper", "message"),
    [
        ("es", "2 días en Tasmania", "que sea más barato", "vale, entonces en Perth"),
        ("gl", "2 días en Tasmania", "máis barato", "vale, entón en Perth"),
        ("en", "2 days in Tasmania", "cheaper please", "ok then Perth"),
    ],
)
def test_after_no_guide_a_wish_is_kept_for_the_place_that_is_named_next(
    assistant: Assistant, language: str, wish: str, cheaper: str, message: str
) -> None:
    _missing, still, found = talk(wish, cheaper, message, language=language)
    assert (still.status, still.choices) == ("not_found", ("Brisbane", "Perth"))
    assert (places(found), found.details["form"]["budget"]) == (["Perth", "Perth"], "Económico")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("es", "quita las galerías"),
        ("gl", "quita as galerías"),
        ("en", "remove the galleries"),
        ("en", "skip the gallery"),
    ],
)
def test_what_is_not_wanted_goes_whatever_the_language_and_number_of_its_name(
    assistant: Assistant, language: str, message: str
) -> None:
    lines = ["- Art Gallery: Tiene obras de arte.", "- Mirador: El mirador es gratuito.", "- Zoo: El zoo gusta."]
    Section.objects.filter(title="Ver", document__title="Perth").update(text="\n".join(lines), blocks=[])
    first, changed = talk("1 día en Perth", message, language=language)
    assert "Art Gallery" in planned(first)[0].values()
    assert "Art Gallery" not in planned(changed)[0].values()


ROADS = "\n".join(
    f"[Origen] Brisbane · [Destino] Perth · [Medio] {means} · [Duración] {hours}"
    for means, hours in [("Avión", "1 h"), ("Tren", "11 h"), ("Autocar", "12 h")]
)


@pytest.fixture
def with_roads(assistant: Assistant) -> None:
    Section.objects.filter(title="Transporte").update(text=ROADS, blocks=[])
    cues = {"by_air": ["avion"], "means.train": ["tren"], "means.coach": ["autocar"], "means.drive": ["coche"]}
    Assistant.objects.update(scope={"guide": guides.GUIDE | {"cues": guides.GUIDE["cues"] | cues}})


def way(answer: Answer) -> str:
    found = next(day["way"] for day in answer.details["view"]["days"] if day["way"])
    return str(found["values"]).partition(" · ")[0]


@pytest.mark.parametrize(
    ("message", "means"),
    [
        ("mellor en tren", "Tren"),
        ("mejor en tren", "Tren"),
        ("by train", "Tren"),
        ("we'd rather take the bus", "Autocar"),
        ("sin avión", "Tren"),
        ("non queremos voar", "Tren"),
    ],
)
def test_the_way_between_places_is_made_as_the_traveller_wants(
    assistant: Assistant, with_roads: None, message: str, means: str
) -> None:
    first, changed, flown = talk("4 días en Brisbane y Perth", message, "mejor en avión")
    assert (way(first), way(changed), way(flown)) == ("Avión", means, "Avión")
    arrival = next(at for at, day in enumerate(changed.details["view"]["days"]) if day["way"])
    assert planned(changed)[arrival].keys() <= {"evening"}
    assert planned(flown)[arrival].keys() >= {"afternoon"}


def test_a_new_trip_goes_as_its_wish_says(assistant: Assistant, with_roads: None) -> None:
    (answer,) = talk("4 días en Brisbane y Perth, en tren")
    assert way(answer) == "Tren"


def test_means_that_no_guide_tells_of_are_told(assistant: Assistant, with_roads: None) -> None:
    _first, changed = talk("4 días en Brisbane y Perth", "mejor en coche")
    assert notices(changed) == ["Las guías no conocen un camino así de Brisbane a Perth: ese queda como estaba."]


def test_a_change_folds_the_days_that_it_left_and_repeats_no_introduction(assistant: Assistant) -> None:
    first, changed, undone = talk("3 días en Brisbane", "quita la mañana del día 2", "como antes")
    views = [answer.details["view"] for answer in (first, changed, undone)]
    assert [[day["same"] for day in view["days"]] for view in views] == [
        [False, False, False],
        [True, False, True],
        [True, False, True],
    ]
    assert [bool(view["introduction"]) for view in views] == [True, False, False]


def test_a_place_that_joins_the_trip_is_introduced(assistant: Assistant) -> None:
    _first, more = talk("2 días en Brisbane", "añade 2 días en Perth")
    view = more.details["view"]
    assert [day["same"] for day in view["days"]] == [True, True, False, False]
    assert "Perth" in " ".join(one["text"] for one in view["introduction"])
    assert "Brisbane" not in " ".join(one["text"] for one in view["introduction"])


@pytest.mark.parametrize("message", ["e comer marisco?", "¿y por la noche?", "and at night?"])
def test_a_question_that_goes_on_from_a_plan_makes_no_other(assistant: Assistant, message: str) -> None:
    _first, answer = talk("Quiero ir a Perth con niños", message)
    assert "view" not in answer.details


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("¿Dónde comer en Perth?", "hazme un plan de 2 días allí"),
        ("onde comer en Perth?", "faime un plan de 2 días alí"),
        ("where to eat in Perth?", "plan 2 days there"),
    ],
)
def test_there_is_the_place_that_was_spoken_of(assistant: Assistant, question: str, message: str) -> None:
    _told, plan = talk(question, message)
    assert places(plan) == ["Perth", "Perth"]


@pytest.mark.parametrize(
    ("message", "name"), [("4 días: Cairns y Perth", "Cairns"), ("4 días en Perth, Uluru y Brisbane", "Uluru")]
)
def test_a_place_without_a_guide_beside_others_is_not_passed_over(
    assistant: Assistant, message: str, name: str
) -> None:
    (answer,) = talk(message)
    assert f"No hay guía de {name}: el plan lo deja fuera." in notices(answer)


def test_people_are_no_places(assistant: Assistant) -> None:
    (answer,) = talk("2 días en Perth con Ana y Luis")
    assert notices(answer) == []


@pytest.mark.parametrize("message", ["deja libre el día 2", "deixa libre o día 2", "leave day 2 free"])
def test_a_day_is_left_free(assistant: Assistant, message: str) -> None:
    _first, changed = talk("2 días en Brisbane", message)
    assert planned(changed)[1] == {}


@pytest.mark.parametrize("message", ["no museos", "non museos", "no museums"])
def test_what_is_not_wanted_is_said_shortly(assistant: Assistant, message: str) -> None:
    Section.objects.filter(title="Ver", document__title="Perth").update(text="- Museo: Historia.", blocks=[])
    first, changed = talk("1 día en Perth", message)
    assert "Museo" in planned(first)[0].values()
    assert "Museo" not in planned(changed)[0].values()


@pytest.mark.parametrize("message", ["que empiece el 10 de marzo", "que comece o 10 de marzo", "start on 10 March"])
def test_the_first_day_is_said(assistant: Assistant, message: str) -> None:
    _first, changed = talk("2 días en Brisbane", message)
    assert changed.details["form"]["start"].endswith("-03-10")


def test_of_days_that_swap_one_is_another(assistant: Assistant) -> None:
    _first, changed = talk("3 días en Brisbane", "intercambia el día 1 y el 2")
    assert sum(day["same"] for day in changed.details["view"]["days"]) == 2


def test_a_place_that_is_no_part_of_the_trip_cannot_be_taken_out_of_it(assistant: Assistant) -> None:
    first, same = talk("2 días en Brisbane", "quita Perth")
    assert planned(same) == planned(first)
    assert notices(same) == ["Perth no es parte del viaje: el plan se queda como estaba."]


@pytest.mark.parametrize(
    ("language", "message"),
    [("es", "cámbialo todo por Cairns"), ("gl", "cambia Brisbane por Cairns"), ("en", "change it all for Cairns")],
)
def test_a_place_without_a_guide_takes_no_days(assistant: Assistant, language: str, message: str) -> None:
    first, missing, again = talk("2 días en Brisbane", message, "1 día más", language=language)
    assert (missing.status, missing.choices) == ("not_found", ("Brisbane", "Perth"))
    assert planned(again)[:2] == planned(first)


@pytest.mark.parametrize(
    ("language", "message"),
    [("gl", "reparte os días por igual"), ("es", "los mismos días en cada sitio"), ("en", "split the days evenly")],
)
def test_days_are_spread_evenly_over_the_places(assistant: Assistant, language: str, message: str) -> None:
    _first, more, even, again = talk(
        "4 días en Brisbane y Perth", "añade dos días en Perth", message, message, language=language
    )
    assert [places(more).count(name) for name in ("Brisbane", "Perth")] == [2, 4]
    assert [places(even).count(name) for name in ("Brisbane", "Perth")] == [3, 3]
    assert places(again) == places(even)


@pytest.mark.parametrize(
    ("language", "message"),
    [("es", "empieza en Perth"), ("gl", "mellor comezar en Perth"), ("en", "start in Perth instead")],
)
def test_a_trip_begins_in_another_of_its_places(assistant: Assistant, language: str, message: str) -> None:
    _first, changed, again = talk("4 días en Brisbane y Perth", message, message, language=language)
    assert places(changed) == places(again) == ["Perth", "Perth", "Brisbane", "Brisbane"]
    assert [len(notices(one)) for one in (changed, again)] == [1, 1]  # the journey takes a sight of the other place


@pytest.mark.parametrize(
    ("language", "message"),
    [("es", "cambia Brisbane por Perth"), ("gl", "troca Brisbane por Perth"), ("en", "swap Brisbane for Perth")],
)
def test_a_place_gives_its_days_to_another_of_the_plan(assistant: Assistant, language: str, message: str) -> None:
    _first, changed = talk("4 días en Brisbane y Perth", message, language=language)
    assert places(changed) == ["Perth"] * 4


@pytest.mark.parametrize(
    ("language", "message"), [("es", "y Perth también"), ("gl", "Perth tamén"), ("en", "Perth too")]
)
def test_one_more_place(assistant: Assistant, language: str, message: str) -> None:
    _first, more = talk("2 días en Brisbane", message, language=language)
    assert places(more) == ["Brisbane", "Brisbane", "Perth", "Perth"]


@pytest.mark.parametrize(
    ("language", "message"), [("es", "quita Perth"), ("gl", "quita Perth"), ("en", "remove Perth")]
)
def test_the_days_of_a_place_that_goes_are_spent_in_the_others(
    assistant: Assistant, language: str, message: str
) -> None:
    first, changed = talk("4 días en Brisbane y Perth", message, language=language)
    assert places(changed) == ["Brisbane"] * 4
    assert planned(changed)[:2] == planned(first)[:2]
    assert "Perth" in notices(changed)[0]
    assert changed.details["form"]["days"] == 4


def test_a_place_goes_with_its_days_where_the_message_says_how_many_come(assistant: Assistant) -> None:
    _first, changed = talk("4 días en Brisbane y Perth", "quita Perth y añade un día en Brisbane")
    assert places(changed) == ["Brisbane"] * 3


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("es", "3 días en Perth y Brisbane con mi pareja"),
        ("gl", "3 días en Perth e Brisbane"),
        ("en", "3 days in Perth and Brisbane"),
    ],
)
def test_a_place_for_which_the_days_are_too_few_is_told(assistant: Assistant, language: str, message: str) -> None:
    (answer,) = talk(message, language=language)
    assert set(places(answer)) == {"Perth"}
    (said,) = [one for one in notices(answer) if "Brisbane" in one]
    assert "4" in said


def test_a_place_that_is_not_wanted_is_not_told_to_be_left_out(assistant: Assistant) -> None:
    (answer,) = talk("3 días en Perth, no en Brisbane")
    assert not any("Brisbane" in one for one in notices(answer))
