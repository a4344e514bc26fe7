"""Each node with a model behind the wire: what of its word counts."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from langgraph.runtime import Runtime
from pytest_django import Settings

from chat.agent import context
from chat.agent.answers.generated import ABSENT
from chat.agent.events import Answer, Question, Turn
from chat.agent.llm.roles import ROLES
from chat.agent.nodes.rewrite import rewrite
from chat.agent.state import Rewriting
from chat.models import Trace
from chat.tests.agent.llm.prompted.injections import Injection
from chat.tests.agent.llm.prompted.made import state
from chat.tests.agent.llm.prompted.poisoned import ASKED, FACT, answer, prepare
from chat.tests.agent.openai_server import Body, Say, Script, deciding, schema_of, serving

pytestmark = pytest.mark.django_db
GOOD = "El alumnado de doctorado puede llevarse 35 libros durante 30 días [1]."
CRITERIA = ("coherence", "alignment", "hallucination", "completeness", "citations")
SEARCH = {"intent": "search", "language": "es", "confidence": 0.9}
HISTORY = (Turn("user", ASKED), Turn("assistant", "35 libros [1].", "answered"))


def judgement(score: float, *issues: str, **others: float) -> dict[str, Any]:
    given = {name: {"score": others.get(name, score), "reason": f"{name} is so"} for name in CRITERIA}
    return {**given, "issues": list(issues), "regenerate": bool(issues)}


@pytest.fixture
def script(settings: Settings) -> Iterator[Script]:
    settings.RESPONSE_CACHE_HOURS = 0
    script = Script("")
    with serving(script) as url:
        one = {"model": "openai:gpt-4o-mini", "base_url": url, "temperature": 0.1, "max_tokens": 500}
        settings.LANGUAGE_MODELS = dict.fromkeys(ROLES, one)
        prepare(Injection("none", "text", "El alumnado de grado puede llevarse 10 libros durante 15 días."))
        yield script


def saying(
    *texts: str,
    classified: dict[str, Any] = SEARCH,
    rewritten: dict[str, Any] | None = None,
    judged: tuple[dict[str, Any], ...] = (judgement(0.9),),
) -> Callable[[Body], Say]:
    """Texts and judgements one after the other; the last one stays."""
    written, judgements = list(texts), list(judged)

    def behave(body: Body) -> Say:
        properties = schema_of(body).get("properties", {})
        if "intent" in properties:
            return deciding(body, classified)
        if "query" in properties:
            return deciding(body, rewritten or {"query": "x"})
        if "coherence" in properties:
            return deciding(body, judgements.pop(0) if len(judgements) > 1 else judgements[0])
        return Say(written.pop(0) if len(written) > 1 else written[0])

    return behave


def ask(text: str = ASKED, history: tuple[Turn, ...] = (), language: str = "") -> Answer:
    return answer(Question(text, language, history=history))


def written_prompts(script: Script) -> list[str]:
    return [body["messages"][1]["content"] for body in script.requests if not schema_of(body)]


def test_a_question_is_read_with_the_conversation(script: Script) -> None:
    full = "¿Cuántos libros puede llevarse el alumnado de grado?"
    text = "El alumnado de grado puede llevarse 10 libros durante 15 días [1]."
    script.behaviour = saying(text, classified={**SEARCH, "standalone": full})
    assert "10 libros" in ask("¿y el de grado?", HISTORY).text
    assert f"\n{full}\n" in written_prompts(script)[0]


@pytest.mark.parametrize(
    "invented",
    [
        "¿Cuántos libros puede llevarse el alumnado de grado en 2019?",
        "¿Qué dice Ana Castro de los libros?",
        "¿Dónde se solicita una beca de comedor?",
        "greeting",
    ],
)
def test_what_the_conversation_does_not_say_is_not_asked(script: Script, invented: str) -> None:
    script.behaviour = saying(GOOD, classified={**SEARCH, "standalone": invented})
    ask("¿y el de grado?", HISTORY)
    assert invented not in "".join(written_prompts(script))


def test_a_year_and_a_course_that_nobody_named_are_dropped(script: Script) -> None:
    script.behaviour = saying(GOOD, classified={**SEARCH, "academic_year": "2019-2020", "course": "Alquimia II"})
    assert ask().status == "answered"
    entities = Trace.objects.get().entities
    assert "2019" not in str(entities)
    assert "Alquimia" not in str(entities)


def test_a_question_that_is_taken_for_small_talk_is_looked_up(script: Script) -> None:
    script.behaviour = saying(GOOD, classified={**SEARCH, "intent": "general", "needs_documents": True})
    assert ask().status == "answered"


def test_the_language_is_the_models_unless_it_was_chosen_or_cannot_be(script: Script) -> None:
    script.behaviour = saying(GOOD, classified={**SEARCH, "language": "gl"})
    assert ask("libros alumnado doctorado").language == "gl"
    assert ask("libros alumnado doctorado", language="es").language == "es"
    assert ask().language == "es"


def test_a_classification_that_contradicts_itself_is_not_used(script: Script) -> None:
    everything = {"topic": "greeting", "needs_documents": False, "risk": "records", "language": "gl"}
    script.behaviour = saying(GOOD, classified={**SEARCH, **everything})
    found = ask()
    assert (found.status, found.language) == ("answered", "es")
    assert Trace.objects.get().degraded == ["classifier"]


def test_a_greeting_asks_no_classifier(script: Script) -> None:
    script.behaviour = saying("¡Hola! Pregúntame lo que quieras.")
    found = ask("Hola")
    assert (found.status, found.text) == ("general", "¡Hola! Pregúntame lo que quieras.")
    assert len(script.requests) == 1


def test_repeating_asks_nobody(script: Script) -> None:
    assert ask("¿Puedes repetirlo?", HISTORY).text == "35 libros [1]."
    assert script.requests == []


def test_a_remark_on_the_last_answer_is_met_by_the_conversation(script: Script) -> None:
    remark = {**SEARCH, "intent": "general", "topic": "remark", "needs_documents": False}
    script.behaviour = saying("Sí, son 35 libros [1].", classified=remark)
    found = ask("Vaya, ¿tantos?", HISTORY)
    assert (found.status, found.text) == ("general", "Sí, son 35 libros.")


def test_a_query_is_written_anew_in_fifteen_words_without_numbers_of_its_own(script: Script) -> None:
    said = "préstamo 2019 biblioteca 'obras' doctorado libros llevar plazo ejemplares carné sala horario tesis"
    query = f"{said} uno dos tres cuatro cinco seis"
    script.behaviour = saying(GOOD, rewritten={"query": query, "keywords": ["préstamo"], "reason": "the official term"})

    async def rewritten() -> Rewriting:
        runtime = Runtime(context=await context.load("rules"), stream_writer=lambda _part: None)
        update = await rewrite(state(Question(ASKED), query=ASKED), runtime)
        return update["rewriting"]

    rewriting = async_to_sync(rewritten)()
    assert len(rewriting.query.split()) == 15
    assert "2019" not in rewriting.query
    assert (rewriting.keywords, rewriting.reason) == (("préstamo",), "the official term")
    (body,) = script.requests
    assert "están en: español." in body["messages"][0]["content"].casefold()


def test_what_a_model_does_not_find_is_not_found(script: Script) -> None:
    script.behaviour = saying(ABSENT)
    found = ask()
    assert (found.status, found.citations, found.outcome) == ("not_found", (), "")
    assert "la Secretaría" in found.text
    assert ABSENT not in found.text


def test_the_critics_issues_are_handed_back_with_the_draft(script: Script) -> None:
    other = GOOD.replace("puede llevarse", "puede llevarse en préstamo")
    first = judgement(0.9, "Say for how long.", completeness=0.2)
    script.behaviour = saying(GOOD, other, judged=(first, judgement(1.0)))
    found = ask()
    assert (found.attempts, found.outcome) == (2, "regenerated")
    assert "en préstamo" in found.text
    again = written_prompts(script)[1]
    assert "- Say for how long." in again
    assert "Tu borrador anterior fue devuelto" in again
    assert GOOD in again
    trace = Trace.objects.get()
    assert [attempt["by"] for attempt in trace.attempts] == ["openai:gpt-4o-mini"] * 2
    assert trace.attempts[0]["reasons"]["completeness"] == "completeness is so"


def test_the_better_of_two_poor_attempts_is_shown(script: Script) -> None:
    other = GOOD.replace("puede llevarse", "puede llevarse en préstamo")
    script.behaviour = saying(GOOD, other, judged=(judgement(0.5, "Poor."), judgement(0.3, "Poorer.")))
    found = ask()
    assert (found.attempts, found.outcome) == (2, "max_attempts_reached")
    assert "en préstamo" not in found.text


def test_a_critic_that_finds_all_well_does_not_carry_a_wrong_number(script: Script) -> None:
    wrong = "El alumnado de doctorado puede llevarse 53 libros durante 30 días [1]."
    script.behaviour = saying(wrong, judged=(judgement(1.0),))
    found = ask()
    assert "53" not in found.text
    assert FACT in {citation.quote for citation in found.citations}
    findings = [finding for attempt in Trace.objects.get().attempts for finding in attempt["findings"]]
    assert any(finding["kind"] == "number" and "53" in finding["sentence"] for finding in findings)


def test_the_form_reaches_the_generator(script: Script) -> None:
    from chat.models import Assistant

    Assistant.objects.update(form={"days": {"min": 1, "max": 30, "default": 3}, "budget": ["Medio"]})
    script.behaviour = saying(GOOD)
    answer(Question(ASKED, "es", form={"days": 4, "budget": "Medio", "password": "x"}))
    prompt = written_prompts(script)[0]
    assert "days: 4\nbudget: Medio" in prompt
    assert "password" not in prompt
