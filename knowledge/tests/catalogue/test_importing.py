from decimal import Decimal

import pytest

from knowledge.catalogue import importing
from knowledge.catalogue.kinds import COURSES, KINDS, PEOPLE
from knowledge.catalogue.tables import TableError
from knowledge.models import Course, Person, Programme
from knowledge.tests.catalogue import sample

pytestmark = pytest.mark.django_db

HEAD = "code,name_es,ects,source\n"
PEOPLE_HEAD = "name,email,courses,source\n"


def problems(kind: str, text: str) -> list[str]:
    return [str(problem) for problem in importing.plan(KINDS[kind], text.encode()).problems]


def test_the_sample_comes_in_whole_and_a_second_time_changes_nothing() -> None:
    sample.load()
    assert (Programme.objects.count(), Course.objects.count(), Person.objects.count()) == (2, 19, 16)
    ethics = Course.objects.get(code="914G01030")
    assert (ethics.name_gl, ethics.ects, ethics.study_year) == ("Ética e Dereito da Informática", Decimal("4.5"), 4)
    helena = Person.objects.get(identifier="helena-bretemal-rios")
    assert [course.code for course in helena.courses.all()] == ["914G01030"]
    for slug, kind in KINDS.items():
        again = importing.run(kind, (sample.FOLDER / f"{slug}.csv").read_bytes())
        assert again.counts["unchanged"] == len(again.changes), slug


def test_a_plan_saves_nothing_and_says_what_would_change() -> None:
    importing.run(COURSES, (HEAD + "X1,Robótica,6,Guía\n").encode())
    plan = importing.plan(COURSES, (HEAD + 'X1,Robótica submarina,"4,5",Guía\nX2,Óptica,6,Guía\n').encode())
    changed, created = plan.changes
    assert changed.fields == (("name_es", "Robótica", "Robótica submarina"), ("ects", "6", "4.5"))
    assert (created.action, created.line) == ("created", 3)
    assert Course.objects.get().name_es == "Robótica"


def test_a_column_that_is_not_there_stays_and_an_empty_cell_empties() -> None:
    importing.run(COURSES, b"code,name_es,name_en,url,source\nX1,A,B,https://x.example/,S\n")
    importing.run(COURSES, b"code,name_en,source\nx1,,S\n")
    course = Course.objects.get()
    assert (course.code, course.name_es, course.name_en, course.url) == ("X1", "A", "", "https://x.example/")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("code;name_es;source\nX1;Álgebra;S\n".encode("utf-8-sig"), ""),
        (b"code\tname_es\tsource\nX1\tA\tS\n", ""),
        ("code,name_es,source\nX1,Álgebra,S\n".encode("cp1252"), "not in UTF-8 (line 2)"),
        (b"PK\x03\x04rest", "no CSV file"),
        (b"", "no rows"),
        (b"code,source\n", "no rows"),
        (b"name_es,source\nA,S\n", "missing: code"),
        (b"code,nombre,source\nX1,A,S\n", "no column “nombre”"),
        (b"code,code,source\nX1,A,S\n", "“code” is there twice"),
        (b'code,name_es,source\nX1,"A,S\n', "quotation marks"),
        (b"code,source\n" + b"x" * 3_000_000, "larger than 2 MB"),
    ],
)
def test_files(data: bytes, told: str) -> None:
    if told:
        with pytest.raises(TableError, match=told.replace("(", r"\(").replace(")", r"\)")):
            importing.plan(COURSES, data)
    else:
        assert importing.plan(COURSES, data).counts == {"created": 1, "changed": 0, "unchanged": 0, "wrong": 0}


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("courses", HEAD + "X1,A,six,S\n", "line 2, column ects: “six” is no number"),
        ("courses", HEAD + "X1,A,6,S\n\nx1,B,6,S\n", "line 4, column code: “x1” is on line 2 already"),
        ("courses", HEAD + "X1,A,6,\n", "line 2, column source: This cell is empty"),
        ("courses", HEAD + "X1,,6,S\n", "line 2: Give the name in at least one language."),
        ("courses", HEAD + "X1,A, 6,S,extra\n", "line 2: More cells than columns"),
        ("courses", "code,name_es,semester,source\nX1,A,3,S\n", "line 2, column semester: "),
        ("courses", "code,name_es,source,source_date\nX1,A,S,soon\n", "column source_date: “soon” is no date"),
        ("courses", "code,name_es,source,academic_year\nX1,A,S,2025\n", "Write the academic year as 2025-2026."),
        ("courses", "code,name_es,source,programmes\nX1,A,S,914G01\n", "There is no programme “914G01”"),
        ("people", PEOPLE_HEAD + "Ana Gil,ana(at)x.example,,S\n", "line 2, column email: Enter a valid email"),
        ("people", PEOPLE_HEAD + "Ana Gil,,X9,S\n", "line 2, column courses: There is no course “X9”"),
        ("people", PEOPLE_HEAD + '"Gil, Ana",,,S\n', "without a comma"),
        ("people", PEOPLE_HEAD + "Ana Gil,,,S\nANA GIL,,,S\n", "line 3, column identifier: “ana-gil” is on line 2"),
    ],
)
def test_wrong_rows_say_where_and_what_to_do(kind: str, text: str, expected: str) -> None:
    [told] = problems(kind, text)
    assert expected in told


def test_a_wrong_row_keeps_all_out_unless_the_good_ones_are_wanted() -> None:
    data = (PEOPLE_HEAD + "Ana Gil,nowhere,,S\nEva Rial,eva@x.example,,S\n").encode()
    with pytest.raises(importing.Refused, match="line 2, column email"):
        importing.run(PEOPLE, data)
    assert not Person.objects.exists()
    done = importing.run(PEOPLE, data, good_rows_only=True)
    assert done.counts == {"created": 1, "changed": 0, "unchanged": 0, "wrong": 1}
    assert Person.objects.get().name == "Eva Rial"


def test_a_row_that_began_well_leaves_no_trace_when_it_is_wrong() -> None:
    importing.run(COURSES, (HEAD + "X1,A,6,S\n").encode())
    importing.run(COURSES, (HEAD + "X1,B,many,S\nX2,C,6,S\n").encode(), good_rows_only=True)
    assert Course.objects.get(code="X1").name_es == "A"


def test_lines_are_counted_where_cells_run_over_several() -> None:
    assert problems("courses", 'code,name_es,source,ects\nX1,"A\nB",S,6\nX2,C,S,many\n')[0].startswith("line 4,")
