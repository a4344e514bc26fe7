"""What comes nearest to a question that was not answered is shown as such, and is no answer."""

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question
from chat.models import Assistant
from knowledge.tests.corpus import Text, add, collection

SAID = "El edificio central abre a las 8:30 de lunes a viernes."


def asked(question: str, least: float) -> Answer:
    where = collection()
    add(where, Text("hours.md", "Horarios", f"La universidad tiene varios edificios.\n{SAID}"))
    Assistant.objects.create(slug="rules", min_relevance=least).collections.add(where)

    async def ask() -> Answer:
        return await run.answer(Question(question), await context.load("rules"))

    return async_to_sync(ask)()


@pytest.mark.django_db
def test_it_is_quoted_and_cited_below_the_words_that_nothing_was_found() -> None:
    answer = asked("¿A qué hora abre el edificio central?", least=1.0)
    assert answer.status == "not_found"
    said, _nearest, quoted, _note = answer.text.split("\n\n")
    assert "No he encontrado" in said
    assert quoted == f"{SAID} [1]"
    assert [citation.quote for citation in answer.citations] == [SAID]


@pytest.mark.django_db
def test_what_is_about_something_else_is_not_shown() -> None:
    answer = asked("¿Quién ganó la regata de traineras del verano?", least=0.5)
    assert (answer.status, answer.citations) == ("not_found", ())
