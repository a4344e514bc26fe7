"""What changed between two versions, clause by clause."""

from types import SimpleNamespace

from knowledge.versions.clauses import clauses
from knowledge.versions.diff import Difference, compare, counted

Line = tuple[str, str]


def section(title: str, *lines: Line, page: int = 1) -> SimpleNamespace:
    text, blocks, start = "\n".join(said for _kind, said in lines), [], 0
    for kind, said in lines:
        blocks.append([kind, start, start + len(said), 0])
        start += len(said) + 1
    return SimpleNamespace(title=title, path=title, text=text, blocks=blocks, page_breaks=[[0, page]])


def differences(old: list[SimpleNamespace], new: list[SimpleNamespace]) -> list[Difference]:
    return compare(clauses(old), clauses(new))


LOANS = section(
    "Article 3. Loans",
    ("paragraph", "Undergraduates may borrow ten books for fifteen days, and renew each of them once."),
    ("lead_in", "The following are not lent:"),
    ("item", "a) reference works and dictionaries of any language;"),
    ("item", "b) doctoral theses that were not published."),
)
ROWS = [
    ("row", "[Degree] Biology · [Places] 75 · [Fee] 12.50 €"),
    ("row", "[Degree] Chemical Engineering · [Places] 50 · [Fee] 14 €"),
    ("row", "[Degree] Mechanical Engineering · [Places] 160 · [Fee] 14 €"),
]


def test_the_same_text_has_no_differences_whatever_its_quotes_and_blanks() -> None:
    again = section(
        "Article 3. Loans", *[(kind, f" {said.upper()} ".replace(" ", "  ")) for kind, said in _lines(LOANS)]
    )
    assert differences([LOANS], [again]) == []


def test_a_changed_clause_says_which_words() -> None:
    new = section(
        "Article 3. Loans", ("paragraph", _lines(LOANS)[0][1].replace("fifteen", "thirty")), *_lines(LOANS)[1:]
    )
    (found,) = differences([LOANS], [new])
    assert (found.what, found.heading, found.page, found.old_page) == ("changed", "Article 3. Loans", 1, 1)
    assert [(run.op, run.text.strip()) for run in found.runs if run.op != "same"] == [
        ("removed", "fifteen"),
        ("added", "thirty"),
    ]
    assert "".join(run.text for run in found.runs if run.op != "removed") == found.new


def test_rows_of_a_table_are_compared_by_what_they_are_about() -> None:
    new = [
        ROWS[2],
        ("row", "[Degree] Chemical Engineering · [Places] 80 · [Fee] 14 €"),
        ("row", "[Degree] Physics · [Places] 60 · [Fee] 12 €"),
    ]
    found = differences([section("Places", *ROWS)], [section("Places", *new, page=2)])
    said = {(one.what, (one.new or one.old).split(" · ")[0]) for one in found}
    assert ("changed", "[Degree] Chemical Engineering") in said
    assert ("removed", "[Degree] Biology") in said
    assert ("added", "[Degree] Physics") in said
    assert not [one for one in found if one.what == "changed" and "Mechanical" in one.new]


def test_a_clause_elsewhere_is_moved_and_not_new() -> None:
    fines = section("Article 4. Fines", ("paragraph", "Each day of delay is a day without loans."))
    moved = section("Article 4. Fines", ("paragraph", "Each day of delay is a day without loans."), _lines(LOANS)[0])
    rest = section("Article 3. Loans", *_lines(LOANS)[1:])
    found = differences([LOANS, fines], [rest, moved])
    assert [(one.what, one.old_heading, one.heading) for one in found] == [
        ("moved", "Article 3. Loans", "Article 4. Fines")
    ]
    assert counted(found) == {"changed": 0, "added": 0, "removed": 0, "moved": 1}


def test_a_clause_that_says_much_more_is_still_the_same_clause() -> None:
    old = section("Aims", ("item", "Offering environmental training that is adequate to all students."))
    longer = "Offering environmental training that is adequate to all students, and promoting climate awareness."
    (found,) = differences([old], [section("Aims", ("item", longer))])
    assert found.what == "changed"


def test_a_removed_clause_stands_where_it_stood() -> None:
    new = section("Article 3. Loans", *_lines(LOANS)[:2], _lines(LOANS)[3])
    found = differences([LOANS], [new])
    assert [(one.what, one.old) for one in found] == [("removed", _lines(LOANS)[2][1])]


def test_differences_survive_being_stored() -> None:
    new = section("Article 3. Loans", *_lines(LOANS)[:1])
    for one in differences([LOANS], [new]):
        assert Difference.read(one.as_stored()) == one


def _lines(made: SimpleNamespace) -> list[Line]:
    return [(kind, made.text[start:end]) for kind, start, end, _group in made.blocks]
