import pytest

from chat.agent.events import Question
from chat.agent.understanding.by_rules import by_words


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Ola!", "greeting"),
        ("¡Buenos días!", "greeting"),
        ("hello", "greeting"),
        ("Ola, bos días", "greeting"),
        ("Moitas grazas pola axuda", "thanks"),
        ("Thank you very much", "thanks"),
        ("Adiós", "farewell"),
        ("¿Quién eres?", "identity"),
        ("Who are you?", "identity"),
        ("What can you do?", "identity"),
        ("Can you repeat that?", "repeat"),
        ("¿Puedes repetirlo, por favor?", "repeat"),
        ("Repíteo", "repeat"),
        ("Repite eso", "repeat"),
        ("Podes repetir iso outra vez?", "repeat"),
    ],
)
def test_small_talk_needs_no_documents(text: str, topic: str) -> None:
    found = by_words(Question(text))
    assert (found.intent, found.topic) == ("general", topic)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Hola, ¿cuántos libros puedo llevarme?", "search"),
        ("What are the opening hours?", "search"),
        ("Compara as dúas bibliotecas", "comparison"),
        ("¿Qué diferencia hay entre tiempo completo y parcial?", "comparison"),
        ("Resume la normativa de permanencia", "summary"),
        ("Give me an overview of the mobility rules", "summary"),
        ("ok, ¿y el horario de la biblioteca?", "search"),
    ],
)
def test_intent(text: str, intent: str) -> None:
    assert by_words(Question(text)).intent == intent


def test_a_chosen_language_wins() -> None:
    assert by_words(Question("library opening hours", language="gl")).language == "gl"
