"""Rows of a table are shown as one, the quote in them marked."""

from knowledge.highlighting.arranging import Part, Run, arranged
from knowledge.highlighting.reading import Block, Piece

ROWS = "[Group] Students · [Books] 10\n[Group] Staff · [Books] 20"


def parts(*pieces: Piece) -> tuple[Part, ...]:
    (block,) = arranged([Block("", 1, pieces)])
    return block.parts


def test_rows_stand_under_their_headers_between_the_text() -> None:
    text, table, rest = parts(Piece(f"Before\n{ROWS}\nAfter\nall", False))
    assert text.runs == (Run("Before", False),)
    assert table.headers == ("Group", "Books")
    assert [[run.text for run in row] for row in table.rows] == [["Students", "10"], ["Staff", "20"]]
    assert rest.runs == (Run("After\nall", False),)


def test_a_marked_row_marks_its_cells_and_the_first_is_where_the_page_opens() -> None:
    first, second = ROWS.split("\n")
    (table,) = parts(Piece(first + "\n", False), Piece(second, True))
    assert [run.marked for row in table.rows for run in row] == [False, False, True, True]
    assert [run.is_first_mark for run in table.rows[1]] == [True, False]


def test_a_mark_over_several_lines_is_one() -> None:
    (text,) = parts(Piece("One ", False), Piece("two\nthree", True), Piece(" four", False))
    assert text.runs == (Run("One ", False), Run("two\nthree", True, True), Run(" four", False))


def test_a_row_whose_first_cell_has_no_header() -> None:
    (table,) = parts(Piece("Monday · [Opens] 9:00", False))
    assert table.headers == ("", "Opens")
    assert [run.text for run in table.rows[0]] == ["Monday", "9:00"]


def test_items_are_a_list_between_the_text_and_keep_their_marks() -> None:
    text, items, rest = parts(Piece("One may:\n- lo", False), Piece("ok\n", True), Piece("– ask\nAfter", False))
    assert text.runs == (Run("One may:", False),)
    assert items.items == ((Run("lo", False), Run("ok", True, True)), (Run("ask", False),))
    assert rest.runs == (Run("After", False),)


def test_a_dash_within_a_line_or_alone_is_no_item() -> None:
    (text,) = parts(Piece("a - b\n-5 degrees\n- ", False))
    assert text.runs == (Run("a - b\n-5 degrees\n- ", False),)
