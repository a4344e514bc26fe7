"""What becomes of a draft: repaired, dropped, flagged, or left as it is."""

from dataclasses import replace
from datetime import date

from chat.agent.state import Draft
from chat.agent.verification.verify import verified
from chat.tests.agent.verification.standing import draft, passage

DOCTORATE = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
DEGREE = "El alumnado de grado puede llevarse 10 libros durante 15 días."
LOANS = passage(f"La biblioteca presta libros a todos. {DOCTORATE} {DEGREE}", page_breaks=((0, 3), (37, 4)))
STAFF = passage(
    "[Nombre] Antía Chuvisca · [Despacho] M-1.07\n[Nombre] Helena Bretemal · [Despacho] M-2.10", 2, "Directorio"
)
EVIDENCE = [LOANS, STAFF]


def check(text: str, *quotes: str) -> Draft:
    sources = {quote: next(one for one in EVIDENCE if quote in one.section_text) for quote in quotes}
    return verified(draft(text, *((sources[quote], quote) for quote in quotes)), EVIDENCE, "es")


def outcome(made: Draft) -> list[tuple[str, str]]:
    return [(finding.kind, finding.action) for finding in made.findings]


def test_a_good_draft_comes_out_as_it_went_in() -> None:
    given = draft("Si haces el doctorado, puedes llevarte treinta y cinco libros, 30 días. [1]", (LOANS, DOCTORATE))
    assert verified(given, EVIDENCE, "es") is given


def test_a_citation_that_says_something_else_is_moved_to_what_says_it() -> None:
    made = check("El alumnado de grado puede llevarse 10 libros. [1]", DOCTORATE)
    assert outcome(made) == [("number", "repaired")]
    assert made.text == "El alumnado de grado puede llevarse 10 libros. [1]"
    assert [(one.quote, one.page) for one in made.citations] == [(DEGREE, 4)]


def test_a_missing_citation_is_added() -> None:
    made = check("El alumnado de grado puede llevarse 10 libros.\n\nEl de doctorado, 35 libros. [1]", DOCTORATE)
    assert outcome(made) == [("citation", "repaired")]
    assert made.text == "El alumnado de grado puede llevarse 10 libros. [1]\n\nEl de doctorado, 35 libros. [2]"
    assert [one.quote for one in made.citations] == [DEGREE, DOCTORATE]


def test_a_wrong_number_is_dropped_where_the_answer_stands_without_it() -> None:
    made = check(
        "El de doctorado puede llevarse 35 libros. [1] El alumnado de grado, 12 libros. [2]", DOCTORATE, DEGREE
    )
    assert outcome(made) == [("number", "dropped")]
    assert made.text == "El de doctorado puede llevarse 35 libros. [1]"
    assert len(made.citations) == 1


def test_a_number_of_days_is_not_the_number_of_a_group_whose_days_are_said() -> None:
    row = "[Grupo] Grupo 3: doctorado · [Días de préstamo] 30 días · [Renovaciones] 8"
    table = passage(f"{row}\n[Grupo] Grupo 1: grado · [Días de préstamo] 15 días · [Renovaciones] 6")
    given = draft("El doctorado tiene los libros en préstamo 3 días. [1]", (table, row))
    assert [finding.kind for finding in verified(given, [table], "es").findings] == ["number"]
    good = draft("El doctorado tiene los libros en préstamo 30 días, con 8 renovaciones. [1]", (table, row))
    assert verified(good, [table], "es") is good


def test_the_day_of_a_documents_date_is_no_number_that_it_says() -> None:
    ferry = passage("El ferri de Manly tarda unos 30 minutos.", dated=date(2025, 1, 22))
    given = draft("El ferri de Manly tarda 22 minutos. [1]", (ferry, ferry.section_text))
    assert [finding.kind for finding in verified(given, [ferry], "es").findings] == ["number"]
    dated = draft("El ferri de Manly tarda unos 30 minutos (22 de enero de 2025). [1]", (ferry, ferry.section_text))
    assert verified(dated, [ferry], "es") is dated


def test_the_number_of_another_sentence_is_wrong_too() -> None:
    made = check("El alumnado de doctorado puede llevarse 10 libros. [1]", DOCTORATE)
    assert outcome(made) == [("number", "repaired")]
    assert made.text == f"{DOCTORATE} [1]"


def test_a_swapped_name_is_no_match_though_its_own_row_has_it() -> None:
    made = check("Helena Bretemal está en el despacho M-1.07. [1]", "[Nombre] Antía Chuvisca · [Despacho] M-1.07")
    assert outcome(made) == [("name", "repaired")]
    assert "Antía Chuvisca" in made.text
    assert "Helena" not in made.text


def test_an_invented_sentence_is_dropped_and_flagged_where_it_is_all_there_is() -> None:
    invented = "Las bibliotecas regalan bolígrafos azules en primavera. [1]"
    assert check(f"{DEGREE} [1]\n\n{invented}", DEGREE).text == f"{DEGREE} [1]"
    alone = check(invented, DEGREE)
    assert outcome(alone) == [("unsupported", "flagged")]
    assert alone.text.startswith(invented)
    assert len(alone.text) > len(invented)


def test_only_what_was_retrieved_is_cited_word_for_word_and_on_its_page() -> None:
    given = draft(f"{DEGREE} [1]", (LOANS, DEGREE))
    (citation,) = given.citations
    soft = replace(given, citations=(replace(citation, quote=DEGREE.replace("libros ", "li\u00adbros\n"), page=9),))
    (repaired,) = verified(soft, EVIDENCE, "es").citations
    assert (repaired.quote, repaired.page) == (DEGREE, 4)
    elsewhere = verified(given, [STAFF], "es")
    assert elsewhere.citations == ()
    assert ("quote", "dropped") in outcome(elsewhere)


def test_another_years_figure_is_not_what_a_citation_is_moved_to() -> None:
    old = passage("El examen final vale el 60 % de la nota.", 3, "Álgebra", academic_year="2024-2025")
    new = passage("El examen final vale el 50 % de la nota.", 4, "Álgebra", academic_year="2025-2026")
    given = draft("El examen final vale el 60 %. [1]", (new, new.text))
    made = verified(given, [new, old], "es")
    assert made.text == f"{new.text} [1]"
    assert [one.document for one in made.citations] == ["4.md"]
