"""How an answer is split into claims."""

from chat.agent.verification.claims import claims, plain


def said(text: str) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(claim.kind, claim.text, claim.numbers or claim.inherited) for claim in claims(text)]


def test_citations_belong_to_the_sentence_before_them() -> None:
    text = "Son 35 libros. [1] Duran 30 días [2]. Nada más [3][4], dicen."
    assert said(text) == [
        ("claim", "Son 35 libros.", (1,)),
        ("claim", "Duran 30 días", (2,)),
        ("claim", "Nada más , dicen.", (3, 4)),
    ]


def test_a_sentence_without_a_citation_takes_that_of_the_next_one_in_its_line() -> None:
    assert said("Una. Otra. [2]\nY otra.") == [
        ("claim", "Una.", (2,)),
        ("claim", "Otra.", (2,)),
        ("claim", "Y otra.", ()),
    ]


def test_lists_headings_and_introductions() -> None:
    text = "### Plazos\n\nHay dos:\n\n- **Primero**: en julio [1]\n- En *septiembre* [2, 3]"
    assert said(text) == [
        ("heading", "### Plazos", ()),
        ("introduction", "Hay dos:", ()),
        ("claim", "Primero: en julio", (1,)),
        ("claim", "En septiembre", (2, 3)),
    ]


def test_a_row_of_a_table_has_the_citations_of_its_headers_or_its_own() -> None:
    table = "|  | Grado [1] | Máster [2] |\n| --- | --- | --- |\n| Días | 15 | 30 |"
    (row,) = claims(table)
    assert [(segment.text, segment.numbers) for segment in row.segments] == [("Días", ()), ("15", (1,)), ("30", (2,))]
    assert said("| A | B |\n| --- | --- |\n| x | y [4] |") == [("claim", "x · y", (4,))]


def test_the_label_of_a_row_is_no_part_of_what_its_first_citation_says() -> None:
    (row,) = claims("|  | Before | Now |\n| --- | --- | --- |\n| Article 3 | 15 [1] | 30 [2] |")
    assert [(segment.text, segment.numbers) for segment in row.segments] == [
        ("Article 3", ()), ("· 15", (1,)), ("· 30", (2,)),
    ]  # fmt: skip


def test_what_is_escaped_is_read_as_it_was_written() -> None:
    assert plain(r"\[Día\] a\_b **c** \*d\* [1]") == "[Día] a_b c *d*"


def test_a_line_that_goes_on_in_the_next_one_is_one_sentence() -> None:
    text = "1. Presentar la solicitud del 2 al 13 de febrero\nde 2026. [1]\n2. Esperar. [2]"
    assert said(text) == [
        ("claim", "Presentar la solicitud del 2 al 13 de febrero de 2026.", (1,)),
        ("claim", "Esperar.", (2,)),
    ]
