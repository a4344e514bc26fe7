from knowledge.ingestion.layout.accents import composed
from knowledge.ingestion.layout.lines import Glyph, Style, lines

STYLE = Style(10.0, False)


def drawn(*pieces: tuple[str, float, float, bool] | tuple[str, float, float]) -> str:
    """Text of pieces, each with its edges at the left and right, and whether a blank goes before it."""
    glyphs = [Glyph(char, x0, 0, x1, 10, STYLE, *(after or [False])) for char, x0, x1, *after in pieces]
    return " ".join(line.text for line in lines(composed(glyphs), 1))


def test_an_accent_joins_the_letter_that_it_stands_over() -> None:
    assert drawn(("p", 0, 5), ("´", 6, 9), ("ı", 5, 8), ("o", 8, 13), ("˜", 14, 18), ("n", 13, 18)) == "píoñ"
    assert drawn(("´", 1, 4, True), ("A", 0, 6), ("l", 6, 8)) == "Ál"
    assert drawn(("a", 0, 5), ("\u0301", 4, 5), ("s", 5, 9)) == "ás"


def test_an_accent_alone_stays() -> None:
    assert drawn(("5", 0, 5), ("´", 5, 7), ("a", 12, 17, True)) == "5´ a"
    assert drawn(("a", 0, 5), ("`", 6, 8)) == "a`"


def test_a_letter_that_both_its_pieces_say_is_said_once() -> None:
    pieces = [("r", 0, 4), ("ı", 4, 6), ("\u0301", 6, 8), ("d", 8, 14), ("ı", 5, 6), ("\u0301", 6, 7.5)]
    assert drawn(*pieces, ("i", 14, 16, True), ("c", 16, 21)) == "rídic"
    assert drawn(*pieces, ("d", 20, 26, True), ("e", 26, 31)) == "ríd de"
