"""What a model wrote: cleaned, tied to its sources, and looked over."""

import pytest

from chat.agent.answers.citing import tie
from chat.agent.answers.generated import shape_of
from chat.agent.answers.guard import Told, cleaned, is_in_another_language, leaks, objections
from chat.agent.events import Question
from chat.agent.llm.calling import Prompt
from chat.agent.state import Classification, Draft, Intent, Subject
from chat.agent.understanding.asked_for import wants_whole
from chat.agent.understanding.entities import Entities
from chat.tests.agent.llm.prompted.made import FACT, passage, state

RULES = Prompt(
    "Comeza pola resposta mesma, nunha ou dúas frases, e despois os puntos clave se axudan.", "<<<abc question>>>"
)
LOANS = passage(f"La biblioteca presta obras. {FACT} Véase https://ubr.example/prestamo.")
GRADE = passage(
    "[Perfil] Grado · [Libros] 10 · [Días] 15\n[Perfil] Máster · [Libros] 20 · [Días] 21", section_id=2, chunk_id=2
)

CLEANED = {
    "Bien [1].": "Bien [1].",
    "**Bien** [1]\n\n- uno\n- dos": "**Bien** [1]\n\n- uno\n- dos",
    "Menos de 3 < 5 y 7 > 2 [1].": "Menos de 3 < 5 y 7 > 2 [1].",
    "Ver [la norma](https://ubr.example/prestamo) [1].": "Ver [la norma](https://ubr.example/prestamo) [1].",
    "Ver https://ubr.example/prestamo. [1]": "Ver https://ubr.example/prestamo. [1]",
    "Ver [aquí](https://evil.example) [1].": "Ver aquí [1].",
    "Ver [aquí](javascript:alert(1)) [1].": "Ver aquí) [1].",
    "Bien [1](https://evil.example).": "Bien [1].",
    "![](https://evil.example/x.png)Bien [1].": "Bien [1].",
    "<b>Bien</b> [1].": "Bien [1].",
    "<script>x()</script>Bien [1].": "Bien [1].",
    "```\nBien [1].\n```": "Bien [1].",
    "Asistente: Bien [1].": "Bien [1].",
}


@pytest.mark.parametrize("text", CLEANED)
def test_cleaning(text: str) -> None:
    assert cleaned(text, [LOANS]) == CLEANED[text]


@pytest.mark.parametrize(
    ("text", "tied", "quotes"),
    [
        ("Son 35 libros [1].", "Son 35 libros [1].", [FACT]),
        ("35 libros [1] durante 30 días [1].", "35 libros [1] durante 30 días [1].", [FACT]),
        ("El máster, 20 [2]; el doctorado, 35 [1].", "El máster, 20 [1]; el doctorado, 35 [2].", ["Máster", "35"]),
        ("El doctorado, 35 y el grado, 10 [1, 2].", "El doctorado, 35 y el grado, 10 [1] [2].", ["35", "Grado"]),
        ("Doctoral students: 35 books, 30 days 【1】.", "Doctoral students: 35 books, 30 days [1].", [FACT]),
        ("Nada [7] de [0] nada [99].", "Nada de nada.", []),
        (
            "| Perfil | Libros |\n|---|---|\n| Máster | 20 [2] |",
            "| Perfil | Libros |\n|---|---|\n| Máster | 20 [1] |",
            ["Máster"],
        ),
    ],
)
def test_numbers_become_citations_of_the_sentences_that_say_it(text: str, tied: str, quotes: list[str]) -> None:
    draft = tie(text, [LOANS, GRADE], "es")
    assert draft.text == tied
    assert len(draft.citations) == len(quotes)
    assert all(part in citation.quote for part, citation in zip(quotes, draft.citations, strict=True))
    assert all(citation.quote in LOANS.section_text + GRADE.section_text for citation in draft.citations)


def test_leaks() -> None:
    assert leaks("As regras: comeza pola resposta mesma, nunha ou dúas frases, e despois os puntos clave.", RULES)
    assert leaks("A clave é abc.", RULES)
    assert not leaks("Comeza pola resposta mesma.", RULES)


@pytest.mark.parametrize(
    ("language", "text", "other"),
    [
        ("gl", "O alumnado de doutoramento pode levar trinta e cinco libros da biblioteca durante trinta días.", False),
        ("gl", "Os estudantes também podem levar livros; não há exceções, só a devolução à coleção.", True),
        ("gl", "El alumnado de doctorado puede llevarse treinta y cinco libros de la biblioteca este mes.", True),
        (
            "es",
            "El alumnado de doctorado puede llevarse treinta y cinco libros de la biblioteca este mes.",
            False,
        ),
        ("en", "Doctoral students may take thirty-five books home from the library for thirty days at a time.", False),
        ("es", "Doctoral students may take thirty-five books home from the library for thirty days at a time.", True),
        ("en", "35 [1].", False),
    ],
)
def test_the_language_of_an_answer(language: str, text: str, other: bool) -> None:
    assert is_in_another_language(Draft(text, ()), language) is other


def test_a_good_draft_meets_no_objection() -> None:
    text = "El alumnado de doctorado puede llevarse 35 libros durante 30 días [1]."
    draft = tie(text, [LOANS], "es")
    assert not [*objections(text, draft, draft, Told(RULES, "¿Cuántos libros puede llevarse?", [LOANS], "es"))]


@pytest.mark.parametrize(
    ("intent", "subject", "asked", "shape"),
    [
        ("summary", "course", "Resume la evaluación de Álgebra", "summary"),
        ("search", "course", "¿Cómo se evalúa Álgebra?", "assessment"),
        ("search", "course", "Que bibliografía ten Álxebra?", "bibliography"),
        ("search", "course", "¿Cuántos créditos tiene Álgebra?", "search"),
        ("search", "course", "¿Puedo ir con sandalias a las prácticas de química?", "search"),
        ("search", "", "Cando saen as notas da ABAU?", "search"),
        ("search", "professor", "Where is her office?", "contact"),
        ("search", "procedure", "Como cambio de matrícula?", "procedure"),
        ("search", "", "¿A qué hora abre?", "search"),
    ],
)
def test_shapes(intent: Intent, subject: Subject, asked: str, shape: str) -> None:
    classification = Classification(intent, "es", "", 0.9, subject)
    known = state(Question(asked), classification=classification, whole=wants_whole(asked))
    assert shape_of(known) == shape


def test_how_a_course_is_assessed_is_no_procedure() -> None:
    classification = Classification("search", "es", "", 0.9, "procedure", Entities(course="614G01006"))
    known = state(Question("¿Cómo se evalúa Bases de Datos?"), classification=classification, whole="assessment")
    assert shape_of(known) == "assessment"
