"""Which sentence comes first, by the real embedding model."""

from chat.agent.answers.extractive import chosen
from chat.agent.answers.sentences import ranked_for
from chat.tests.agent.passages import asked, passage


def test_a_sentence_in_another_language_that_answers_comes_before_one_in_the_questions_own() -> None:
    evidence = [
        passage("Computer Science has many books and a science museum. Fiction is fun.", language="en"),
        passage(
            "La colección de ciencia ficción tiene 912 ejemplares. Hay mesas.", section="Biblioteca", language="es"
        ),
    ]
    best = ranked_for(asked("How many science fiction books does the library have?"), evidence)
    assert "912" in best[0].text


def test_the_row_that_is_named_wins() -> None:
    rows = ["[Grado] Grado en Enfermería · [Nota] 11,206", "[Grado] Grado en Logopedia · [Nota] 8,934"]
    best = ranked_for(asked("¿Qué nota tiene Logopedia?"), [passage("\n".join(rows), section="Notas")])
    assert "8,934" in best[0].text


def test_a_number_of_what_is_counted_comes_before_another() -> None:
    text = "La matrícula a tiempo parcial se pide en 15 días. La matrícula a tiempo parcial es de 24 créditos."
    best = ranked_for(
        asked("¿Cuántos créditos tiene la matrícula a tiempo parcial?", focus="creditos"), [passage(text)]
    )
    assert "24" in best[0].text


def test_both_things_that_are_asked_for_are_told() -> None:
    text = (
        "El autobús une los campus. El viaje en el autobús cuesta 1,25 euros. El autobús tarda 45 minutos. "
        "El autobús es azul."
    )
    question = "¿Cuánto tarda y cuánto cuesta el autobús?"
    said = " ".join(one.text for one in chosen(question, ranked_for(asked(question), [passage(text)])))
    assert "45 minutos" in said
    assert "1,25 euros" in said


def test_the_season_that_a_month_is_in() -> None:
    text = (
        "El verano de Perth, de diciembre a febrero, tiene máximas de 31 °C. "
        "El invierno de Perth, de junio a agosto, tiene máximas de 19 °C. La mejor época para Perth es marzo."
    )
    best = ranked_for(asked("How is the weather in Perth in July?"), [passage(text, section="Clima")])
    assert "19 °C" in best[0].text
