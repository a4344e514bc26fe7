"""An itinerary through the whole graph, from guides of two cities, without a model."""

import re
from copy import deepcopy

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.answers.reader.local import get_reader
from chat.agent.events import Answer, Question, Turn
from chat.models import Assistant, Trace
from chat.tests.agent.sections import further, further_ones
from knowledge.models import Section
from knowledge.tests.corpus import Text, add, collection

SIGHTS = {
    "Brisbane": [
        "- Jardín Botánico: El Jardín Botánico es gratuito y está en Toowong. El jardín conviene a familias.",
        "- Mirador de Toowong: El mirador de Toowong da gratis la mejor vista al atardecer.",
        "- South Bank: South Bank es un parque gratuito con una playa artificial.",
        "- Zoo: El zoo es de pago y gusta a familias.",
        "- Museo: El museo de South Bank es gratuito y explica la historia.",
        "- New Farm: New Farm Park es un parque gratuito con rosas, y conviene a parejas por la mañana.",
    ],
    "Perth": ["- Kings Park: Kings Park es un parque gratuito con jardines.", "- Cottesloe: Cottesloe es una playa."],
}
FOOD = ["- West End: West End tiene cocina griega económica.", "- Sunnybank: Sunnybank tiene cocina china económica."]
GUIDE = {
    "sections": {
        "overview": "general",
        "sights": "VER",
        "food": "Comer",
        "transport": "Transporte",
        "events": "Fiestas",
    },
    "routes": ["Rutas"],
    "categories": {"Ver": ["Naturaleza"], "Comer": ["Playas"]},
    "cues": {
        "Naturaleza": ["parque", "jardin"],
        "Pareja": ["pareja"],
        "Familia": ["famili"],
        "Económico": ["gratis", "gratuit", "economic"],
        "budgets": ["Económico", "Alto"],
        "paid": ["de pago"],
        "evening": ["atardecer"],
        "morning": ["por la mañana"],
        "dinner": ["cocina"],
        "indoors": ["museo"],
        "outdoors": ["parque", "jardin", "mirador"],
    },
}
FORM = {
    "days": {"min": 1, "max": 30, "default": 3},
    "budget": ["Económico", "Alto"],
    "travel_type": ["Pareja", "Familia"],
    "interests": ["Naturaleza", "Playas"],
    "start": "date",
    "labels": {"en": {"Naturaleza": "Nature", "Pareja": "Couple", "Económico": "Low"}},
    "said": {"Familia": ["niñ", "kid"], "Económico": ["barat", "cheap"]},
}
WISHES = {"days": 3, "budget": "Económico", "travel_type": "Pareja", "interests": ["Naturaleza"]}


@pytest.fixture
def assistant() -> Assistant:
    where = collection("guides")
    for city, sights in SIGHTS.items():
        document = add(where, Text(city, "General", f"{city} es una ciudad verde con parques."))
        texts = {
            "Ver": "\n".join(sights),
            "Comer": "\n".join(FOOD),
            "Transporte": "[Origen] Brisbane · [Destino] Perth · [Medio] Avión · [Duración] 5 h",
            "Fiestas": f"El carnaval de {city} es en junio. La feria de {city} es en mayo.",
        }
        further_ones(document, 1, texts)
    made = Assistant.objects.create(slug="trips", top_k=9, form=deepcopy(FORM), scope={"guide": deepcopy(GUIDE)})
    made.collections.add(where)
    return made


def ask(text: str, form: dict[str, object], before: str = "", language: str = "es") -> Answer:
    history = (Turn("user", before), Turn("assistant", "…", "answered")) if before else ()
    return async_to_sync(_ask)(Question(text, language, form=form, history=history))


def then(before: Answer, text: str, **chosen: object) -> Answer:
    """The next message of a conversation, with the form as the page shows it then."""
    history = (Turn("user", "…"), Turn("assistant", before.text, before.status, before.details))
    form = {**before.details["form"], **chosen}
    return async_to_sync(_ask)(Question(text, "es", form=form, history=history))


def planned(answer: Answer) -> list[dict[str, str]]:
    """For each day the name of what is planned, by part of the day."""
    days = answer.details["view"]["days"]
    return [{part["part"]: part["name"] for part in day["parts"] if "free" not in part} for day in days]


async def _ask(question: Question) -> Answer:
    return await run.answer(question, await context.load("trips", origin="command"))


@pytest.mark.django_db
def test_day_by_day_each_item_once_and_cited(assistant: Assistant) -> None:
    answer = ask("Queremos visitar zonas verdes en Brisbane.", WISHES)
    assert (answer.status, answer.intent) == ("answered", "itinerary")
    assert re.findall(r"### (Día \d · \w+)", answer.text) == [
        "Día 1 · Brisbane",
        "Día 2 · Brisbane",
        "Día 3 · Brisbane",
    ]
    quotes = [citation.quote for citation in answer.citations]
    assert len(set(quotes)) == len(quotes)
    texts = {passage.section_id: passage.section_text for passage in answer.retrieved}
    assert all(any(quote in text for text in texts.values()) for quote in quotes)
    assert re.search(
        r"- \*\*Mañana\*\*: \*\*(New Farm|Jardín Botánico|Mirador de Toowong|South Bank)\*\* — ", answer.text
    )
    said = [line for line in answer.text.splitlines() if line.startswith("- ") and "Libre" not in line]
    assert all(re.search(r"\[\d+\]$", line) for line in said)


@pytest.mark.django_db
def test_no_passage_is_read_for_a_plan(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes half a second or more, and decides nothing."""
    read: list[str] = []
    monkeypatch.setattr(get_reader(), "_remembered", lambda _asked, passage: read.append(passage))
    answer = ask("Queremos visitar zonas verdes en Brisbane.", WISHES)
    assert (answer.status, answer.confidence, read) == ("answered", 1.0, [])


@pytest.mark.django_db
def test_what_lies_near_is_of_one_day_and_the_evening_has_a_meal(assistant: Assistant) -> None:
    days = ask("Queremos visitar zonas verdes en Brisbane.", WISHES).text.split("### ")[1:]
    (toowong,) = [day for day in days if "Jardín Botánico" in day]
    assert "mirador de Toowong" in toowong
    assert toowong.index("Jardín") < toowong.index("mirador")
    assert sum("**Noche**: **" in day for day in days) == len(FOOD)


@pytest.mark.django_db
def test_budget_and_company_decide(assistant: Assistant) -> None:
    couple = ask("Queremos visitar Brisbane un día.", WISHES | {"days": 1}).text
    assert "El zoo" not in couple
    assert "conviene a familias" not in couple


@pytest.mark.django_db
def test_two_cities_have_a_way_between_them(assistant: Assistant) -> None:
    answer = ask("Queremos ver parques en Brisbane y Perth.", WISHES | {"days": 4})
    assert "**De camino**: Brisbane — Destino: Perth; Medio: Avión" in answer.text
    days = answer.details["view"]["days"]
    assert days[2]["way"]["heading"] == "De Brisbane a Perth"
    assert days[2]["way"]["values"] == "Avión · 5 h"
    assert answer.text.index("Día 2 · Brisbane") < answer.text.index("De camino") < answer.text.index("Día 4 · Perth")


@pytest.mark.django_db
def test_a_journey_with_a_change_is_told_step_by_step_each_cited(assistant: Assistant) -> None:
    rows = (
        "[Trayecto] Brisbane – Perth · [Medio] Coche · [Duración] 9 h\n"
        "[Trayecto] Brisbane – Sídney · [Medio] Tren · [Duración] 2 h\n"
        "[Trayecto] Sídney – Perth · [Medio] Bus · [Duración] 3 h"
    )
    Section.objects.filter(title="Transporte").update(text=rows, blocks=[])
    document = add(collection("guides"), Text("Sídney", "General", "Sídney es una ciudad."))
    further(document, 1, "Ver", "- Ópera: La Ópera de Sídney.")
    cues = GUIDE["cues"] | {"means.drive": ["coche"]}  # type: ignore[operator]
    Assistant.objects.update(scope={"guide": GUIDE | {"cues": cues}})
    for days in (6, 12):  # a very long trip has a line for each day
        answer = ask(f"{days} días en Brisbane y Perth", {"budget": "Económico"})
        steps = [line for line in answer.text.splitlines() if line.startswith("- **De camino**")]
        assert [re.sub(r" ?\[\d+\]", "", line).split("Medio: ")[1].split(";")[0] for line in steps] == ["Tren", "Bus"]
        assert all(re.search(r"\[\d+\]$", line) for line in steps)


@pytest.mark.django_db
def test_a_follow_up_is_the_same_trip_with_what_is_new(assistant: Assistant) -> None:
    answer = ask("¿y con niños?", WISHES | {"days": 2}, before="Queremos visitar Perth.")
    assert answer.intent == "itinerary"
    assert re.findall(r"### (Día \d · \w+)", answer.text) == ["Día 1 · Perth", "Día 2 · Perth"]
    longer = ask("que sean 3 días", WISHES | {"days": 1}, before="Queremos visitar Perth 1 día.")
    assert longer.text.count("### Día") == 3


@pytest.mark.django_db
def test_an_interest_that_no_section_has_leaves_a_plan_all_the_same(assistant: Assistant) -> None:
    assert ask("Queremos descansar y pasear.", WISHES | {"interests": ["Playas"]}).status == "answered"


@pytest.mark.django_db
def test_a_plain_question_is_answered_plainly(assistant: Assistant) -> None:
    answer = ask("¿Qué explica el museo de South Bank en Brisbane?", WISHES)
    assert answer.intent == "search"
    assert "explica la historia" in answer.text
    assert Trace.objects.get().queries == ["¿Qué explica el museo de South Bank en Brisbane?"]


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["Planifica mi viaje", "Brisbane", "brisbane y Perth"])
def test_the_form_alone_and_a_mere_name_plan_a_trip(assistant: Assistant, text: str) -> None:
    answer = ask(text, WISHES)
    assert (answer.status, answer.intent) == ("answered", "itinerary")
    assert len(planned(answer)) == WISHES["days"]


@pytest.mark.django_db
def test_what_is_written_wins_and_is_told_to_the_form(assistant: Assistant) -> None:
    answer = ask("Queremos ir cuatro días con niños a Brisbane", WISHES)
    assert (answer.details["form"]["days"], answer.details["form"]["travel_type"]) == (4, "Familia")
    assert answer.text.count("### Día") == 4


@pytest.mark.django_db
def test_values_are_called_as_in_the_language_of_the_question(assistant: Assistant) -> None:
    assert "low budget, Couple, Nature" in ask("A trip to Perth", WISHES, language="en").text


@pytest.mark.django_db
def test_sections_serve_interests_whatever_their_documents_declare(assistant: Assistant) -> None:
    found = ask("Brisbane", WISHES).retrieved
    assert {passage.categories for passage in found if passage.section == "Ver"} == {("Naturaleza",)}


@pytest.mark.django_db
def test_events_are_told_on_the_days_they_fall_on(assistant: Assistant) -> None:
    view = ask("Brisbane del 30 de mayo al 2 de junio de 2027", WISHES).details["view"]
    told = [[event["text"] for event in day["events"]] for day in view["days"]]
    assert told == [["La feria de Brisbane es en mayo."], [], ["El carnaval de Brisbane es en junio."], []]
    assert view["days"][0]["dated"] == "domingo, 30 de mayo de 2027"


@pytest.mark.django_db
def test_a_day_more_leaves_the_others_as_they_were(assistant: Assistant) -> None:
    before = ask("Brisbane", {**WISHES, "days": 1})
    after = then(before, "añade un día en Brisbane")
    assert planned(after)[:1] == planned(before)
    assert len(planned(after)) == after.details["form"]["days"] == 2
    assert then(after, "quita el día 1").details["form"]["days"] == 1


@pytest.mark.django_db
def test_changing_a_day_changes_that_day_alone(assistant: Assistant) -> None:
    before = ask("Brisbane", {**WISHES, "days": 2})
    after = then(before, "cambia la tarde del día 1")
    old, new = planned(before), planned(after)
    assert new[1] == old[1]
    assert new[0]["morning"] == old[0]["morning"]
    assert new[0]["afternoon"] not in {*old[0].values(), *old[1].values()}
    assert after.details["view"]["notices"] == [
        f"Nuevo en el día 1, tarde: {new[0]['afternoon']}.",
        f"Ya no está en el plan: {old[0]['afternoon']}.",
    ]


@pytest.mark.django_db
def test_in_the_rain_what_is_out_of_doors_gives_way(assistant: Assistant) -> None:
    before = ask("Brisbane", {**WISHES, "days": 1})
    after = then(before, "¿y si llueve?")
    assert "Museo" not in planned(before)[0].values()
    assert "Museo" in planned(after)[0].values()


@pytest.mark.django_db
def test_what_is_chosen_in_the_form_since_is_a_change_too(assistant: Assistant) -> None:
    before = ask("Brisbane", {**WISHES, "days": 1})
    after = then(before, "Actualiza mi viaje", days=2)
    assert planned(after)[0] == planned(before)[0]
    assert len(planned(after)) == 2


@pytest.mark.django_db
def test_a_question_in_between_leaves_the_plan_to_be_changed(assistant: Assistant) -> None:
    before = ask("Brisbane", {**WISHES, "days": 1})
    question = "¿Qué explica el museo de South Bank en Brisbane?"
    assert then(before, question).intent == "search"


@pytest.mark.django_db
def test_a_place_gives_way_to_another(assistant: Assistant) -> None:
    before = ask("Brisbane", {**WISHES, "days": 2})
    after = then(before, "cambia Brisbane por Perth")
    assert {day["place"] for day in after.details["view"]["days"]} == {"Perth"}
    assert len(planned(after)) == 2


@pytest.mark.django_db
def test_a_place_without_a_guide_is_no_trip_to_another(assistant: Assistant) -> None:
    answer = ask("Quiero ir a Tasmania 4 días", {"days": 4})
    assert answer.status == "not_found"
    assert "Tasmania" in answer.text
    # The guides say "martes".
    assert ask("un viaje a Marte de 4 días", {"days": 4}).status == "not_found"
    assert ask("4 días en Toowong", {"days": 4}).status == "answered"
    assert ask("Somos de Galicia y queremos 4 días tranquilos", {"days": 4}).status == "clarify"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("10 days in November, a route in Tasmania with good food", "Tasmania"),
        ("4 days between Cairns and the Great Barrier Reef", "Cairns"),
    ],
)
def test_months_and_words_of_a_name_are_no_places(assistant: Assistant, wish: str, name: str) -> None:
    answer = ask(wish, {"days": 4})
    assert answer.status == "not_found"
    assert name in answer.text.split(". ")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("wish", ["3 días en Toowong", "Toowong 3 días", "toowong 3 dias"])
def test_a_place_that_a_guide_tells_of_is_planned_by_that_guide(assistant: Assistant, wish: str) -> None:
    answer = ask(wish, {"days": 3, "interests": ["Playas"]})
    assert {day["place"] for day in answer.details["view"]["days"]} == {"Brisbane"}
    assert "Toowong" in str(planned(answer)[0])
    assert "No hay guía de Toowong; la de Brisbane habla de ese lugar." in answer.text


@pytest.mark.django_db
def test_a_word_that_every_guide_says_names_no_place(assistant: Assistant) -> None:
    answer = ask("3 días de Playa y Museo por Australia", {"days": 3})
    assert answer.status == "answered"
    assert "No hay guía" not in answer.text


@pytest.mark.django_db
def test_a_part_of_a_day_is_left_free_in_the_language_of_the_plan(assistant: Assistant) -> None:
    first = ask("Unha viaxe de tres días por Brisbane", {}, language="")
    assert first.language == "gl"
    history = (Turn("user", "…"), Turn("assistant", first.text, first.status, first.details))
    question = Question("o día 2 pola tarde, nada", "", form=dict(first.details["form"]), history=history)
    freed = async_to_sync(_ask)(question)
    assert (freed.language, freed.intent) == ("gl", "itinerary")
    assert "afternoon" not in planned(freed)[1]
    assert planned(freed)[0] == planned(first)[0]
    assert "Día 2, tarde: libre, como queres." in freed.text


@pytest.mark.django_db
def test_what_is_nothing_for_such_travellers_fills_no_day_of_theirs(assistant: Assistant) -> None:
    cues = GUIDE["cues"] | {"not.Familia": ["mirador"], "not.Pareja": ["museo"]}  # type: ignore[operator]
    Assistant.objects.update(scope={"guide": GUIDE | {"cues": cues}})
    first = ask("2 días en Brisbane con niños", {})
    for plan in (first, then(first, "un día más"), then(first, "¿y si llueve?")):
        assert "Mirador de Toowong" not in str(planned(plan))
    assert "Mirador de Toowong" in str(planned(ask("3 días en Brisbane", {})))


@pytest.mark.django_db
def test_a_higher_budget_shows_at_dinner(assistant: Assistant) -> None:
    food = Section.objects.get(document__title="Perth", title="Comer")
    dear = "- Bennelong: Bennelong sirve cocina de lujo a precio alto."
    Section.objects.filter(pk=food.pk).update(text="\n".join([*FOOD, dear]), blocks=[])
    Assistant.objects.update(scope={"guide": GUIDE | {"cues": GUIDE["cues"] | {"Alto": ["precio alto"]}}})
    first = ask("2 días en Perth", {"budget": "Económico"})
    assert "Bennelong" not in str(planned(first))
    more = then(first, "más presupuesto")
    assert more.details["form"]["budget"] == "Alto"
    assert "Bennelong" in str(planned(more))


@pytest.mark.django_db
def test_a_question_about_what_the_guides_say_leaves_the_plan_as_it_is(assistant: Assistant) -> None:
    first = ask("3 días en Brisbane", {})
    assert then(first, "rosas").intent == "search"


@pytest.mark.django_db
@pytest.mark.parametrize("wish", ["Sevilla 3 días", "sevilla 3 dias", "Sevilla, una semana con niños", "Marte"])
def test_a_place_that_stands_first_and_has_no_guide_is_no_trip_to_another(assistant: Assistant, wish: str) -> None:
    answer = ask(wish, WISHES)
    assert answer.status == "not_found"
    assert "Hay guías de: Brisbane, Perth." in answer.text
    planned_before = ask("Brisbane", {**WISHES, "days": 2})
    assert then(planned_before, wish).status == "not_found"


@pytest.mark.django_db
@pytest.mark.parametrize("wish", ["Vacaciones 3 días", "Quedamos 3 días", "Museos 3 días"])
def test_a_word_before_the_days_is_no_place(assistant: Assistant, wish: str) -> None:
    assert ask(wish, WISHES).status == "answered"


@pytest.mark.django_db
def test_dates_alone_ask_for_a_plan(assistant: Assistant) -> None:
    assert len(planned(ask("Del 28 de mayo al 1 de junio de 2027 en Brisbane y Perth", {}))) == 5
    assert ask("¿Qué hay en Brisbane del 28 de mayo al 1 de junio?", {}).intent == "search"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("¿Qué ver en Brisbane con niños?", "es"),
        ("que facer en Brisbane?", "gl"),
        ("things to do in Brisbane", "en"),
        ("What can we see in Brisbane?", "en"),
    ],
)
def test_what_to_see_in_a_place_is_a_list_and_for_so_many_days_a_plan(
    assistant: Assistant, text: str, language: str
) -> None:
    answer = ask(text, {}, language=language)
    assert (answer.status, answer.intent, "view" in answer.details) == ("answered", "itinerary", False)
    assert {citation.section for citation in answer.citations} == {"Ver"}
    assert "Brisbane" in answer.choices[0]
    assert len(planned(ask(f"{text} 2 días", {}, language=language))) == 2


@pytest.mark.django_db
def test_what_to_do_in_an_emergency_is_no_sight(assistant: Assistant) -> None:
    assert ask("¿Qué hacer en Brisbane si pierdo el pasaporte?", {}).status == "not_found"


@pytest.mark.django_db
def test_what_to_see_where_no_guide_goes_names_the_guides_there_are(assistant: Assistant) -> None:
    answer = ask("¿Qué ver en Hobart?", {})
    assert answer.status == "not_found"
    assert "Brisbane, Perth" in answer.text
