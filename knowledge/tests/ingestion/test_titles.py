import pytest

from knowledge.ingestion.divisions import CAPITALS
from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.titles import find_title

TEXT = Block("Las salas se reservan en la conserjería con dos días de antelación.")


@pytest.mark.parametrize(
    ("blocks", "title"),
    [
        ([Block("Facultad de Letras", 1), Block("Reglamento de préstamo", 2), TEXT], "Reglamento de préstamo"),
        (
            [Block("GUÍA DOCENTE DE LA MATERIA:", 2), Block("Álgebra (2025-2026)", 2), TEXT],
            "GUÍA DOCENTE DE LA MATERIA Álgebra (2025-2026)",
        ),
        (
            [Block("Solicitud de plaza", 1), Block("Servicio de residencias. Curso 2024-2025", 2), TEXT],
            "Solicitud de plaza. Servicio de residencias. Curso 2024-2025",
        ),
        (
            [Block("Boletín Oficial", 1), Block("412 Decreto 12/2024, de 3 de mayo, por el que se crea el centro.")],
            "Decreto 12/2024, de 3 de mayo, por el que se crea el centro.",
        ),
        (
            [Block("DIARIO OFICIAL", 1), Block("III. Outras disposicións", 2),
             Block("EXTRACTO da Orde do 3 de maio de 2024 pola que se convocan bolsas de mobilidade.")],
            "EXTRACTO da Orde do 3 de maio de 2024 pola que se convocan bolsas de mobilidade.",
        ),
        (
            [Block("RESOLUCIÓN 31 DE 2019", 1), Block("«Por la cual se fijan las tasas»"), TEXT],
            "RESOLUCIÓN 31 DE 2019. Por la cual se fijan las tasas",
        ),
        ([Block("REGLAMENT DE LES SALES AMB HORARI", 1), Block("REGLAMENTO DE SALAS", 1), TEXT], "REGLAMENTO DE SALAS"),
        ([Block("Universidad", 1), Block("Nombre del curso: Estadística", kind="item"), TEXT], "Estadística"),
        ([Block("UDM", 1), Block("CONVOCATORIA DE PLAZAS", 2), TEXT], "CONVOCATORIA DE PLAZAS"),
        ([Block("TRÁMITE 1. Empadronamiento", 2), Block("GUÍA DE TRÁMITES"), TEXT], "TRÁMITE 1. Empadronamiento"),
        ([Block("GUÍA DE TRÁMITES"), Block("TRÁMITE 1. Empadronamiento", 2), TEXT], "GUÍA DE TRÁMITES"),
        ([Block("Inscripción", 3), Block("Del 3 al 9 de septiembre de 2024", 1), TEXT], "Inscripción"),
        (
            [Block("(Aprobado el 2 de mayo)", 3), Block("Título I. Becas", 6), Block("Capítulo II. Cuantía", 12), TEXT],
            "Capítulo II. Cuantía",
        ),
    ],
)  # fmt: skip
def test_a_document_is_called_as_its_first_lines_call_it(blocks: list[Block], title: str) -> None:
    assert find_title(blocks) == title


def test_what_a_file_declares_counts_where_the_text_says_it_too() -> None:
    blocks = [Block("Uso de las salas", 1), TEXT]
    assert find_title(blocks, "Uso de salas") == "Uso de salas"
    assert find_title(blocks, "Maquetación 1") == "Uso de las salas"
    assert find_title(blocks, "Intranet - Aplicación o servicio") == "Uso de las salas"


@pytest.mark.parametrize(
    ("blocks", "title"),
    [
        (
            [Block("Biblioteca Sur · Horarios de verano", 1), Block("Normas", 2), TEXT],
            "Biblioteca Sur · Horarios de verano",
        ),
        ([Block("Bases del III Premio de Cuento", 1), TEXT, Block("1. Plazos", 2)], "Bases del III Premio de Cuento"),
        ([Block("Prácticum II", 1), TEXT, Block("Calendario de entregas", 2)], "Prácticum II"),
        ([Block("Liga del Norte", 1), Block("Reglamento de juego", 2), TEXT], "Reglamento de juego"),
        (
            [Block("Guía docente · Curso 2025/26", 1), TEXT, Block("Química Orgánica", 2), TEXT],
            "Guía docente · Curso 2025/26. Química Orgánica",
        ),
        (
            [Block("CENTRO DE LENGUAS"), Block("PRUEBAS DE NIVEL"), TEXT, Block("1. DATOS", 2), TEXT],
            "PRUEBAS DE NIVEL",
        ),
        (
            [Block("THE HARBOUR SCHOOL OF ARTS"), Block("Seat Deposit Instructions"), Block("1. WHO PAYS", 2), TEXT],
            "Seat Deposit Instructions",
        ),
        (
            [Block("Acuerdos del Patronato", 1), Block("1. Sesiones", 2), Block("Acuerdo 11/2024. Se aprueban.")],
            "Acuerdos del Patronato",
        ),
        (
            [Block("Peche do expediente", 1), Block("Instrución 6/2024, do 3 de outubro. Aplícase a todas."), TEXT],
            "Peche do expediente",
        ),
        (
            [Block("TEACHING PLAN: SPEECH (two versions)", kind="pair"), Block("1. THE TWO VERSIONS", 2), TEXT],
            "TEACHING PLAN: SPEECH (two versions)",
        ),
        (
            [Block("Licenciatura em Gestão Costeira"), Block("1. Objetivos", 2), TEXT],
            "Licenciatura em Gestão Costeira",
        ),
    ],
)
def test_a_section_does_not_name_the_document(blocks: list[Block], title: str) -> None:
    assert find_title(blocks) == title


def test_what_a_form_is_about_says_more_than_that_it_is_a_document() -> None:
    blocks = [Block("Course information document", 1), Block("COURSE TITLE"), Block("Weaving for beginners"), TEXT]
    assert find_title(blocks, "Course information document") == "Weaving for beginners"


def test_a_form_that_names_its_subject_in_a_row_is_called_by_it() -> None:
    form = [Block("Guía docente 2024/25", 1)]
    sheet = ["Asignatura (*) · Botánica Mariña · Código · 650", "Titulación · Grao en Bioloxía", "Lingua · Galego"]
    assert find_title([*form, *(Block(text, kind="row", group=1) for text in sheet)]) == "Botánica Mariña"
    table = [
        "[Asignatura] Botánica · [Grupo] 1", "[Asignatura] Xeoloxía · [Grupo] 1", "[Asignatura] Física · [Grupo] 2",
    ]  # fmt: skip
    assert find_title([*form, *(Block(text, kind="row", group=1) for text in table)]) == "Guía docente 2024/25"


def test_a_form_that_begins_with_its_subject_is_not_called_by_a_later_plan() -> None:
    sheet = ["[Asignatura (*)] Botánica Mariña", "[Código] 650", "[Lingua] Galego"]
    rows = [Block(text, kind="row", group=1) for text in sheet]
    assert find_title([Block("Datos 2024/25", 1), *rows, Block("Plan de continxencia", 1), TEXT]) == "Botánica Mariña"


def test_the_first_line_may_be_called_as_parts_are() -> None:
    assert find_title([Block("Bases do concurso", 1), TEXT, Block("INDIVIDUAL", 1), TEXT]) == "Bases do concurso"
    assert find_title([TEXT, Block("Primeira.- Quen participa", 1), TEXT]) == TEXT.text


def test_a_part_among_others_does_not_name_the_whole() -> None:
    parts = [Block("Quen somos", 2), TEXT, Block("Normas de uso", 2), TEXT, Block("Horario das normas", 3), TEXT]
    assert find_title(parts) == "Quen somos"
    assert find_title([Block("Novas", 2), TEXT, Block("Normas de uso", 1), TEXT]) == "Normas de uso"


def test_a_page_without_headings_is_called_by_its_title() -> None:
    answer = Block("No, debes elegir una de las dos. Lee el Acuerdo 146 para saber más")
    assert find_title([answer, TEXT], "Preguntas frecuentes", "Preguntas frecuentes") == "Preguntas frecuentes"
    assert find_title([Block("Becas", 1), TEXT], "Campus Norte", "Campus Norte") == "Becas"
    assert find_title([answer, TEXT]) == answer.text


def test_a_course_is_called_by_its_code_too() -> None:
    blocks = [Block("ITSE 1430", 1), Block("COURSE TITLE"), Block("Weaving for beginners"), TEXT]
    assert find_title([Block("Course information document", 1), *blocks]) == "ITSE 1430 Weaving for beginners"
    assert find_title([Block("ITSE 1430: Weaving for beginners", 1), TEXT]) == "ITSE 1430: Weaving for beginners"


def test_a_title_in_capitals_is_written_as_it_stands_below() -> None:
    rows = [Block("Asignatura · Física Médica II", kind="row"), Block("fin da guía")]
    assert find_title([Block("FÍSICA MÉDICA II", 1), *rows, TEXT]) == "Física Médica II"
    assert find_title([Block("FIN DA GUÍA", 1), *rows, TEXT]) == "FIN DA GUÍA"


def test_a_heading_in_capitals_below_the_text_names_only_what_no_line_above_names() -> None:
    below = [Block("Proba escrita · 50", kind="row", group=1), Block("USO DE TELÉFONOS", CAPITALS), TEXT]
    assert find_title([Block("Guía docente 2023_24"), Block("Botánica Mariña"), *below]) == "Guía docente 2023_24"
    assert find_title([Block("Botánica Mariña"), *below]) == "USO DE TELÉFONOS"
