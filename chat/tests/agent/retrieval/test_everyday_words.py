import pytest
from asgiref.sync import async_to_sync

from chat.agent.retrieval.searches import Searcher, in_written_words
from knowledge.models import Visibility
from knowledge.retrieval.config import Scope, SearchConfig
from knowledge.retrieval.search import search
from knowledge.tests.corpus import Text, add, collection

pytestmark = pytest.mark.django_db
ASKED = "¿Qué pasa si me pillan con una chuleta?"
FRAUD = Text("Normas", "Fraude", "El fraude académico se califica con cero y se comunica a la dirección.")


def searched(question: str) -> str:
    """The query whose passages are taken."""
    searcher = Searcher(search, Scope((collection().pk,), (Visibility.PUBLIC,)), SearchConfig())

    async def found() -> str:
        query, _passages = await in_written_words(question, searcher, 5)
        return query

    return async_to_sync(found)()


@pytest.fixture(autouse=True)
def _regulation() -> None:
    add(collection(), FRAUD)


def test_what_documents_write_is_searched() -> None:
    assert "chuleta (fraude académico" in searched(ASKED)


def test_where_a_document_says_it_too_the_question_is_enough() -> None:
    add(collection(), Text("Preguntas frecuentes", "Exámenes", "Quien lleve chuletas al examen suspende."))
    assert searched(ASKED) == ASKED


def test_a_question_in_the_documents_words_is_searched_as_it_is() -> None:
    assert searched("¿Cómo se califica el fraude académico?") == "¿Cómo se califica el fraude académico?"
