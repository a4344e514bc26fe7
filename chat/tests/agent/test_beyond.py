import pytest

from chat.agent.answers.beyond import is_beyond
from chat.agent.answers.sentences import ranked_for
from chat.tests.agent.passages import asked, passage

CLIMATE = passage("El invierno de Perth, de junio a agosto, tiene máximas de 19 °C y lluvia.", section="Clima")
PRICES = passage("La entrada del museo cuesta 12 dólares. El parque es gratuito.", section="Atracciones")


@pytest.mark.parametrize(
    ("question", "beyond"),
    [
        ("What will the weather be tomorrow in Perth?", True),
        ("¿Lloverá este fin de semana en Perth?", True),
        ("Que tempo vai facer mañá en Perth?", True),
        ("¿Hace frío por la mañana en Perth?", False),
        ("¿Qué tiempo hace en julio en Perth?", False),
    ],
)
def test_no_document_holds_a_forecast(question: str, beyond: bool) -> None:
    assert is_beyond(asked(question), ranked_for(asked(question), [CLIMATE])) is beyond


@pytest.mark.parametrize(
    ("question", "beyond"),
    [
        ("¿Cuánto cuesta la entrada del museo?", False),
        ("¿Cuánto cuesta el hotel?", True),
        ("How much is the museum?", False),
        ("¿Dónde está el hotel?", False),
    ],
)
def test_an_amount_is_one_of_the_thing_that_is_asked_about(question: str, beyond: bool) -> None:
    assert is_beyond(asked(question), ranked_for(asked(question), [PRICES])) is beyond
