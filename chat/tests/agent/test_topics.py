"""A topic typed alone is asked back about, where several documents speak of it."""

import pytest
from asgiref.sync import async_to_sync

from chat.agent import context, run
from chat.agent.events import Answer, Question, Turn
from chat.agent.understanding.clarification import is_topic
from chat.models import Assistant
from knowledge.tests.corpus import Text, add, collection


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("becas", True), ("las becas", True), ("Matrícula", True), ("the library", True), ("as convocatorias", True),
        ("becas?", False), ("INV-018", False), ("TFG", False), ("becas de máster", False), ("¿hay becas?", False),
        ("", False), ("de la", False),
    ],
)  # fmt: skip
def test_one_word_that_tells_is_a_topic(text: str, topic: bool) -> None:
    assert is_topic(text) is topic


def ask(text: str, *history: Turn) -> Answer:
    question = Question(text, history=history)
    return async_to_sync(run.untraced)(question, async_to_sync(context.load)("rules"))


@pytest.fixture
def grants(db: None) -> None:
    assistant = Assistant.objects.create(slug="rules", min_relevance=0.25)
    assistant.collections.add(collection())
    add(collection(), Text("Becas de colaboración", "Cuantía", "La beca de colaboración paga 2.000 euros por curso."))
    add(collection(), Text("Normas de transporte", "Becas de autobús", "La beca de autobús paga 40 euros al mes."))
    add(collection(), Text("Normas de la biblioteca", "Préstamo", "Cada estudiante saca cinco libros un mes."))


def test_what_the_documents_say_of_it_is_offered(grants: None) -> None:
    answer = ask("becas")
    assert answer.status == "clarify"
    assert set(answer.choices) == {"Becas de colaboración", "Becas de autobús (Normas de transporte)"}


@pytest.mark.parametrize(
    ("choice", "says"), [("Becas de colaboración", "2.000"), ("Becas de autobús (Normas de transporte)", "40 euros")]
)
def test_what_is_chosen_is_answered(grants: None, choice: str, says: str) -> None:
    answer = ask(choice, Turn("user", "becas"), Turn("assistant", "¿Qué quieres saber de eso?", "clarify"))
    assert (answer.status, says in answer.text) == ("answered", True)


def test_a_topic_of_one_document_is_searched(grants: None) -> None:
    assert ask("biblioteca").status != "clarify"
