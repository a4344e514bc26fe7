"""A document's text page by page, with the quote marked."""

from knowledge.highlighting.reading import PART_CHARACTERS, Passage, Reading, in_parts, read

LOANS = Passage("Loans", 1, "Twenty books may be borrowed. They may be renewed.", ((0, 1), (30, 2)))
FINES = Passage("Fines", 2, "They may be renewed. Late books cost a fine.", ((0, 2),))


def marked(reading: Reading) -> list[str]:
    return [piece.text for block in reading.blocks for piece in block.pieces if piece.marked]


def text(reading: Reading) -> str:
    return "|".join("".join(piece.text for piece in block.pieces) for block in reading.blocks)


def test_a_page_is_what_stands_on_it() -> None:
    reading = read([LOANS, FINES], "", 2)
    assert text(reading) == "They may be renewed.|They may be renewed. Late books cost a fine."
    assert [block.title for block in reading.blocks] == ["", "Fines"], "a title is not repeated on the next page"
    assert (reading.page, reading.page_count, reading.quote_page) == (2, 2, None)


def test_the_quote_is_marked() -> None:
    reading = read([LOANS, FINES], "books\n may be  borrowed.", 1)
    assert marked(reading) == ["books may be borrowed."]
    assert text(reading) == "Twenty books may be borrowed. "
    assert reading.quote_page == 1


def test_without_a_page_the_quote_opens_its_own() -> None:
    assert read([LOANS, FINES], "Late books", None).page == 2
    assert read([LOANS, FINES], "nowhere", None).page == 1


def test_of_two_occurrences_the_one_on_the_page_is_marked() -> None:
    passages = [Passage("", 1, "the same words", ((0, 1),)), Passage("", 1, "the same words", ((0, 2),))]
    for page in (1, 2):
        reading = read(passages, "same words", page)
        assert (marked(reading), reading.quote_page) == (["same words"], page)


def test_a_quote_over_two_pages_is_marked_on_both() -> None:
    quote = "be borrowed. They may"
    assert marked(read([LOANS, FINES], quote, 1)) == ["be borrowed. "]
    second = read([LOANS, FINES], quote, 2)
    assert marked(second) == ["They may"]
    assert (second.quote, second.quote_page) == ("They may", 1)


def test_a_quote_of_another_page_is_not_marked_but_said() -> None:
    reading = read([LOANS, FINES], "Late books cost", 1)
    assert (marked(reading), reading.quote, reading.quote_page) == ([], "", 2)


def test_a_quote_that_is_not_there() -> None:
    reading = read([LOANS, FINES], "a hundred books", 1)
    assert (marked(reading), reading.quote, reading.quote_page) == ([], "", None)


def test_a_text_without_pages_is_read_in_parts() -> None:
    passages = [Passage(f"Section {n}", 1, f"{n} " + "x" * (PART_CHARACTERS // 3), ()) for n in range(5)]
    parts = in_parts(passages)
    assert [part.page_breaks[0][1] for part in parts] == [1, 1, 2, 2, 3]
    assert read(parts, "4", None).page == 3


def test_a_title_that_is_all_the_text_is_said_once() -> None:
    (block,) = read([Passage("Annex", 1, "Annex", ((0, 1),))], "", 1).blocks
    assert (block.title, [piece.text for piece in block.pieces]) == ("", ["Annex"])


def test_an_empty_document() -> None:
    reading = read([], "quote", None)
    assert (reading.blocks, reading.page, reading.page_count) == ((), 1, 0)
