import pytest

from knowledge.text.language import confirmed, identify, identify_long


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("¿Cuántos libros puedo llevarme en préstamo?", "es"),
        ("Cantos libros podo levar en préstamo?", "gl"),
        ("How many books can I borrow?", "en"),
        ("¿Cuál es el horario de la biblioteca?", "es"),
        ("Cal é o horario da biblioteca?", "gl"),
        ("A que hora pecha a biblioteca da facultade?", "gl"),
        ("Prazo de matrícula", "gl"),
        ("Plazo de matrícula", "es"),
        ("Quen é a coordinadora do grao?", "gl"),
        ("¿Quién es el rector de la universidad?", "es"),
        ("opening hours of the library", "en"),
        ("Que peso ten o exame final?", "gl"),
        ("Qué peso tiene el examen final", "es"),
        ("Como se avalía Programación I?", "gl"),
        ("Quero ir tres días a Sydney con pouco orzamento", "gl"),
        ("Do I pass?", "en"),
        ("Ola!", "gl"),
        ("Hola", "es"),
        ("Hi", "en"),
    ],
)
def test_identify(text: str, language: str) -> None:
    assert identify(text) == language


def test_a_word_or_two_are_taken_for_the_language_of_the_page() -> None:
    assert identify("Ola!", likely="gl") == "gl"
    assert identify("Quen es?", likely="gl") == "gl"
    assert identify("no car", likely="en") == "en"
    assert identify("¿Cuántos libros puedo llevarme en préstamo?", likely="gl") == "es"


@pytest.mark.parametrize("page", ["gl", "es"])
@pytest.mark.parametrize("text", ["fin de semana en Canberra con historia", "fin de semana en Sídney"])
def test_what_could_be_galician_or_spanish_is_taken_for_the_language_of_the_page(text: str, page: str) -> None:
    assert identify(text, likely=page) == page
    assert identify(text, likely="en") == "es"


def test_a_word_of_its_own_tells_the_language_whatever_the_page() -> None:
    assert identify("un viaje de fin de semana en Canberra", likely="gl") == "es"
    assert identify("unha viaxe de fin de semana en Canberra", likely="es") == "gl"
    assert identify("a weekend in Canberra with history", likely="gl") == "en"


def test_a_text_without_words_has_the_language_expected() -> None:
    assert identify("12.3 / 2015", default="gl") == "gl"


CATALAN = (
    "El termini de matrícula per als estudiants de nou ingrés comença el 14 de juliol i acaba el 25 de juliol. "
    "Qui no la formalitze dins d'aquest termini perd la plaça, que s'oferirà a la persona següent de la llista."
)
PORTUGUESE = (
    "A biblioteca empresta livros a todos os estudantes e funcionários da universidade. Cada leitor pode levar até "
    "oito obras durante quinze dias, e renová-las uma vez se não houver outra pessoa à espera. Os atrasos são punidos."
)
FRENCH = (
    "La carte d'étudiant est délivrée au secrétariat, du lundi au vendredi, sur présentation d'une pièce d'identité. "
    "En cas de perte, une nouvelle carte coûte douze euros et elle est prête au bout de trois jours ouvrables."
)
GALICIAN = (
    "A biblioteca presta libros a todo o estudantado e ao persoal da universidade. Cada persoa pode levar ata oito "
    "obras durante quince días, e renovalas unha vez se non as agarda ninguén. Os atrasos teñen sanción."
)


@pytest.mark.parametrize(
    ("text", "language"), [(CATALAN, "ca"), (PORTUGUESE, "pt"), (FRENCH, "fr"), (GALICIAN, "gl"), (CATALAN[:60], "es")]
)
def test_a_long_text_may_be_in_any_language(text: str, language: str) -> None:
    assert identify_long(text, default="es") == language


def test_the_language_that_a_program_was_set_to_is_that_of_its_text_unless_that_is_in_another() -> None:
    assert confirmed("en", GALICIAN) == "gl"
    assert confirmed("ca", CATALAN) == "ca"
    assert confirmed("en", "Taxas: 12 €") == "en"
    assert confirmed("", GALICIAN) == ""


def test_a_part_has_the_language_of_its_document_unless_it_is_clearly_in_another() -> None:
    assert identify_long("Grau 3 · 12,40 €", default="ca") == "ca"
    assert identify_long(CATALAN, default="ca") == "ca"
    assert identify_long(GALICIAN, default="ca") == "gl"
