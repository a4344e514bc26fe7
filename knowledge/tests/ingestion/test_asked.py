from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.structure import typed

ASKED = "¿Puedo cambiar de grupo de prácticas?"
ANSWER = "Sí, durante la primera semana de clases de cada cuatrimestre, si otra persona acepta la permuta."


def groups(*texts: str) -> list[tuple[str, int]]:
    return [(block.kind, block.group) for block in typed([Block(text) for text in texts])]


def test_a_question_leads_in_the_paragraph_that_answers_it() -> None:
    found = groups("Normas", ASKED, ANSWER, "¿Y de aula?", "No.", "Las aulas se asignan en julio.")
    assert found == [
        ("paragraph", 0),
        ("lead_in", 1),
        ("paragraph", 1),
        ("lead_in", 2),
        ("paragraph", 2),
        ("paragraph", 0),
    ]


def test_a_question_leads_in_the_list_that_answers_it() -> None:
    found = groups("¿Qué documentos necesito?", "- El impreso firmado", "- Una copia del título")
    assert found == [("lead_in", 1), ("item", 1), ("item", 1)]


def test_what_only_ends_with_a_question_is_a_paragraph() -> None:
    assert groups(f"{ANSWER} ¿Y si nadie quiere?", ANSWER) == [("paragraph", 0), ("paragraph", 0)]
    assert groups(ASKED, "¿Y de aula?") == [("paragraph", 0), ("paragraph", 0)]
