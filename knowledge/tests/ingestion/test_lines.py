"""Pieces of text at the same height."""

from collections.abc import Sequence

from knowledge.ingestion.layout.lines import Line, Style, join_side_by_side, with_justified

BELOW = ("que se expide ao rematar", 60, 180, 112, 120)


def pieces(found: Sequence[tuple[str, float, float, float, float]]) -> list[Line]:
    """Of text, left, right, top and bottom."""
    return [Line(text, x0, y0, x1, y1, Style(10.0, False), 1) for text, x0, x1, y0, y1 in found]


def test_words_moved_apart_are_read_from_the_left_whatever_their_letters_reach_up_and_down() -> None:
    words = [("título", 60, 86, 98, 107), ("do", 120, 132, 100, 107), ("máster", 150, 198, 98, 107),
             ("en", 216, 228, 100, 107), ("química", 250, 290, 98, 107)]  # fmt: skip
    (line,) = join_side_by_side(pieces(words))
    assert line.text == "título do máster en química"


def test_what_stands_between_two_lines_is_in_none_of_them() -> None:
    sides = [("Xaneiro", 60, 100, 100, 112), ("Febreiro", 200, 240, 100, 112)]
    assert len(join_side_by_side(pieces([*sides, ("1 2 3", 120, 150, 104, 110)]))) == 2


def test_justified_words_are_one_line_though_the_first_has_no_letter_that_reaches_down() -> None:
    words = [("nova", 60, 82, 100, 106), ("copia", 100, 126, 100, 109), ("oficial", 144, 176, 98, 106)]
    assert [line.text for line in with_justified(pieces([*words, BELOW]))] == ["nova copia oficial", BELOW[0]]
