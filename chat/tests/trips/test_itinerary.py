"""An itinerary through the whole graph, from guides of two cities, without a model."""

import re

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question, Turn
from chat.models import Assistant, Trace
from chat.tests.agent.sections import further
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
    "sections": {"overview": "General", "sights": "Ver", "food": "Comer", "transport": "Transporte"},
    "routes": ["Rutas"],
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
    },
}
FORM = {
    "days": {"min": 1, "max": 30, "default": 3},
    "budget": ["Económico", "Alto"],
    "travel_type": ["Pareja", "Familia"],
    "interests": ["Naturaleza", "Playas"],
}
WISHES = {"days": 3, "budget": "Económico", "travel_type": "Pareja", "interests": ["Naturaleza"]}


@pytest.fixture
def assistant() -> Assistant:
    where = collection("guides")
    for city, sights in SIGHTS.items():
        document = add(where, Text(city, "General", f"{city} es una ciudad verde con parques."))
        further(document, 1, "Ver", "\n".join(sights))
        further(document, 2, "Comer", "\n".join(FOOD))
        further(document, 3, "Transporte", "[Origen] Brisbane · [Destino] Perth · [Medio] Avión · [Duración] 5 h")
    made = Assistant.objects.create(slug="trips", top_k=9, form=FORM, scope={"guide": GUIDE})
    made.collections.add(where)
    return made


def ask(text: str, form: dict[str, object], before: str = "") -> Answer:
    history = (Turn("user", before), Turn("assistant", "…", "answered")) if before else ()
    return async_to_sync(_ask)(Question(text, "es", form=form, history=history))


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
    said = [line for line in answer.text.splitlines() if line.startswith("- ") and "libre" not in line]
    assert all(re.search(r"\[\d+\]$", line) for line in said)


@pytest.mark.django_db
def test_what_lies_near_is_of_one_day_and_the_evening_has_a_meal(assistant: Assistant) -> None:
    days = ask("Queremos visitar zonas verdes en Brisbane.", WISHES).text.split("### ")[1:]
    (toowong,) = [day for day in days if "Jardín Botánico" in day]
    assert "mirador de Toowong" in toowong
    assert toowong.index("Jardín") < toowong.index("mirador")
    assert sum("**Noche**" in day for day in days) == len(FOOD)


@pytest.mark.django_db
def test_budget_and_company_decide(assistant: Assistant) -> None:
    couple = ask("Queremos visitar Brisbane un día.", WISHES | {"days": 1}).text
    assert "El zoo" not in couple
    assert "conviene a familias" not in couple


@pytest.mark.django_db
def test_two_cities_have_a_way_between_them(assistant: Assistant) -> None:
    answer = ask("Queremos ver parques en Brisbane y Perth.", WISHES | {"days": 4})
    assert "**De camino**: Brisbane — Destino: Perth; Medio: Avión" in answer.text
    assert answer.text.index("Día 2 · Brisbane") < answer.text.index("De camino") < answer.text.index("Kings Park")


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
