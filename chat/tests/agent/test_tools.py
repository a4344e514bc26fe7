import json
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from pydantic import ValidationError

from chat.agent import context
from chat.agent.context import AgentContext
from chat.agent.tools import (
    TOOLS,
    CitationBuilder,
    ListCourses,
    LookupProfessor,
    PolicyCheck,
    RetrieveDocs,
    ToolError,
)
from chat.models import Assistant
from knowledge.models import Chunk, Visibility
from knowledge.tests.catalogue import sample
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db(transaction=False)

FACT = "El examen final de Álgebra vale el 50 % de la calificación."


@pytest.fixture
def loaded() -> AgentContext:
    sample.load()
    where = collection()
    add(where, Text("a.pdf", "Evaluación", FACT, page=2), course="Algebra", academic_year="2025-2026")
    add(where, Text("s.pdf", "Evaluación", "El examen final de Estadística vale el 40 %."), course="Estatística")
    add(where, Text("secret.pdf", "Actas", "El examen final ya está escrito."), visibility=Visibility.STAFF)
    Assistant.objects.create(slug="guides").collections.add(where)
    return async_to_sync(context.load)("guides")


def found(loaded: AgentContext, **filters: Any) -> list[str]:
    passages = async_to_sync(RetrieveDocs(query="examen final", **filters).call)(loaded)
    return sorted(passage.document for passage in passages)


def test_passages_are_filtered_and_those_of_staff_stay_unseen(loaded: AgentContext) -> None:
    assert found(loaded) == ["a.pdf", "s.pdf"]
    assert found(loaded, course="álxebra") == ["a.pdf"]
    assert found(loaded, course="Estatística", academic_year="2031-2032") == ["s.pdf"]
    add(collection(), Text("calendar.md", "Exámenes", "El examen final de Álgebra es el 12 de enero."))
    assert found(loaded, course="álxebra") == ["a.pdf", "calendar.md"]  # it is of no course and may speak of any
    with pytest.raises(ToolError, match="Existing: Algebra, Estatística"):
        found(loaded, course="Óptica")


@pytest.mark.parametrize(("query", "top_k"), [("  ", 5), ("examen", 0), ("examen", 51)])
def test_what_makes_no_sense_is_said(query: str, top_k: int) -> None:
    with pytest.raises(ValidationError):
        RetrieveDocs(query=query, top_k=top_k)


def test_citations_quote_what_may_be_seen(loaded: AgentContext) -> None:
    chunk = Chunk.objects.get(document__external_id="a.pdf")
    [citation] = async_to_sync(CitationBuilder(chunks=[chunk.pk]).call)(loaded)
    assert (citation.number, citation.quote, citation.page, citation.dated) == (1, FACT, 2, "2025-2026")
    secret = Chunk.objects.get(document__external_id="secret.pdf")
    for pk in (secret.pk, 10**9):
        with pytest.raises(ToolError, match=f"no passage {pk}"):
            async_to_sync(CitationBuilder(chunks=[chunk.pk, pk]).call)(loaded)


def test_the_catalogue(loaded: AgentContext) -> None:
    [person] = async_to_sync(LookupProfessor(name="Babuxa").call)(loaded)
    assert person.fact("email") == "uxia.babuxa@bretema.example"
    assert len(async_to_sync(ListCourses(programme="GCED").call)(loaded)) == 7
    with pytest.raises(ToolError, match="no programme “Medicina”"):
        async_to_sync(ListCourses(programme="Medicina").call)(loaded)


def test_policy_and_what_a_user_may_see(loaded: AgentContext) -> None:
    asks_mark = PolicyCheck(request="¿Qué nota sacó mi compañera de piso en Álgebra?")
    refused = async_to_sync(asks_mark.call)(loaded)
    assert (refused["allowed"], refused["may_see"]) == (False, ("public",))
    of_student = async_to_sync(context.load)("guides", User.objects.create_user("student"))
    allowed = async_to_sync(PolicyCheck(request="¿Cuánto vale el examen final de Álgebra?").call)(of_student)
    assert (allowed["allowed"], allowed["may_see"]) == (True, ("public", "student"))


CALLS = {
    "retrieve_docs": {"query": "examen final de Álgebra", "course": "álgebra", "top_k": 1},
    "lookup_professor": {"name": "Babuxa", "language": "en"},
    "list_courses": {"programme": "GCED"},
    "policy_check": {"request": "¿Qué nota sacó mi compañera?"},
}
ANSWERS = {
    "retrieve_docs": FACT,
    "lookup_professor": "Tuesdays and Thursdays from 10:00 to 13:00",
    "list_courses": "Aprendizaje Automático",
    "policy_check": '"allowed": false',
}


@pytest.mark.parametrize("name", CALLS)
def test_the_command(loaded: AgentContext, name: str) -> None:
    out = StringIO()
    arguments = json.dumps(CALLS[name])
    call_command("tool", name, arguments, assistant="guides", json=True, stdout=out)
    assert ANSWERS[name] in json.dumps(json.loads(out.getvalue()), ensure_ascii=False)
    call_command("tool", name, arguments, assistant="guides", stdout=out)


@pytest.mark.parametrize(
    ("name", "arguments", "assistant", "code"),
    [
        ("lookup_professor", "{}", "guides", 2),
        ("lookup_professor", "no", "guides", 2),
        ("retrieve_docs", '{"query": "x", "top_k": 99}', "guides", 2),
        ("list_courses", '{"programme": "Medicina"}', "guides", 1),
        ("list_courses", "{}", "nobody", 1),
    ],
)
def test_the_command_says_what_is_wrong(
    loaded: AgentContext, name: str, arguments: str, assistant: str, code: int
) -> None:
    with pytest.raises(CommandError) as error:
        call_command("tool", name, arguments, assistant=assistant)
    assert error.value.returncode == code
    assert set(TOOLS) >= {name}
