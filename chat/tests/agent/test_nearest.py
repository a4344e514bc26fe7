"""What comes nearest to a question that was not answered is shown as such, and is no answer."""

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.answers.extractive import MAX_NEAREST
from chat.agent.events import Answer, Question
from chat.models import Assistant
from knowledge.tests.corpus import Text, add, collection

OTHERS = (("norte", 10), ("sur", 20), ("azul", 40))
SAID = "El edificio central abre a las 8:30 de lunes a viernes."


@pytest.fixture
def assistant() -> Assistant:
    where = collection()
    add(where, Text("hours.md", "Horarios", f"La universidad tiene varios edificios.\n{SAID}"))
    made = Assistant.objects.create(slug="rules")
    made.collections.add(where)
    return made


def asked(assistant: Assistant, question: str, least: float) -> Answer:
    assistant.min_relevance = least
    assistant.save()

    async def ask() -> Answer:
        return await run.answer(Question(question), await context.load("rules"))

    return async_to_sync(ask)()


@pytest.mark.django_db
def test_it_is_quoted_and_cited_below_the_words_that_nothing_was_found(assistant: Assistant) -> None:
    question = "¿A qué hora abre el edificio central?"
    nearly = 1.1 * asked(assistant, question, least=0.0).confidence
    answer = asked(assistant, question, least=nearly)
    assert answer.status == "not_found"
    said, _nearest, quoted, _note = answer.text.split("\n\n")
    assert "No he encontrado" in said
    assert quoted == f"{SAID} [1]"
    assert [citation.quote for citation in answer.citations] == [SAID]


@pytest.mark.django_db
def test_what_is_about_something_else_is_not_shown(assistant: Assistant) -> None:
    answer = asked(assistant, "¿Quién ganó la regata de traineras del verano?", least=0.5)
    assert (answer.status, answer.citations) == ("not_found", ())


@pytest.mark.django_db
def test_more_than_one_passage_is_shown_where_several_come_near(assistant: Assistant) -> None:
    where = assistant.collections.get()
    for name, minute in OTHERS:
        said = f"El edificio {name} abre a las 9:{minute} de lunes a sábado."
        add(where, Text(f"{name}.md", f"Edificio {name}", said))
    question = "¿A qué hora abre el edificio?"
    answer = asked(assistant, question, least=asked(assistant, question, least=0.0).confidence / 0.7)
    assert answer.status == "not_found"
    assert 1 < len({citation.document for citation in answer.citations}) <= MAX_NEAREST
