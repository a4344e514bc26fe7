"""Rows of tables in an answer: a value with its label first, or a table again."""

import re
from typing import Any

import pytest

from chat import rendering

LOANS = "[Group] Students · [Books] 10 · [Days] 15\n[Group] Doctoral students · [Books] 35 · [Days] 30"


def source(quote: str, section: str = "3. Cuantía", number: int = 1) -> dict[str, Any]:
    where = {"section": section, "page": None, "place": "", "url": "/source/1/"}
    return {"number": number, "title": "Becas", "quote": quote, **where}


def test_an_amount_stands_before_its_label() -> None:
    quote = source("[Modalidad] Completa · [Importe] 450 euros")
    html = rendering.html("**3. Cuantía** — Completa — Importe: 450 euros [1]", [quote])
    assert "<strong>450 €</strong>" in html
    assert "Importe · Completa · 3. Cuantía" in html
    assert 'data-cite="1"' in html


@pytest.mark.parametrize(
    ("value", "label"),
    [("Discretas e continuas. Esperanza e varianza. Binomial, Poisson", "Subtemas"), ("Valor", "Concepto")],
)
def test_words_are_running_text_and_no_figure(value: str, label: str) -> None:
    quote = source(f"[Tema] Tema 3 · [{label}] {value}", "5. Contidos")
    html = rendering.html(f"**5. Contidos** — Tema 3 — {label}: {value} [1]", [quote])
    assert "fact" not in html
    assert f"<strong>Tema 3: {label}</strong> — {value}" in html
    assert 'data-cite="1"' in html


def test_rows_of_one_quote_are_a_table_with_one_mark() -> None:
    text = "**Loans**\n\n- Students — Books: 10; Days: 15 [1]\n"
    text += "- Doctoral students — Books: 35; Days: 30 [1]"
    html = rendering.html(text, [source(LOANS)])
    assert '<th scope="col">Books</th><th scope="col">Days</th>' in html
    assert '<th scope="row">Doctoral students</th><td>35</td><td>30</td>' in html
    assert html.count("data-cite") == 1


def test_no_mark_stands_in_a_cell_with_text() -> None:
    sources = [source(line, "Loans", number) for number, line in enumerate(LOANS.split("\n"), 1)]
    text = "- Students — Books: 10; Days: 15 [1]\n- Doctoral students — Books: 35; Days: 30 [2]"
    for html in (rendering.html(text, sources), rendering.html(text.replace("[2]", "[1]"), [source(LOANS)])):
        assert '<table aria-label="Group, Books, Days">' in html
        cells = re.findall(r"<(th|td)[^>]*>(.*?)</\1>", html)
        marked = [cell for _tag, cell in cells if "data-cite" in cell]
        assert all(re.fullmatch(r" <a [^>]*>\d</a>", cell) for cell in marked)
        assert len(marked) == (2 if "Source</span>" in html else 0)
    assert html.index("</table>") < html.index("data-cite")


def test_each_value_of_one_row_stands_behind_its_header() -> None:
    html = rendering.html("**Second sitting** — Students — Books: 10; Days: 15 [1]", [source(LOANS, "Second sitting")])
    assert "<strong>Students · Second sitting</strong>" in html
    assert "<dt>Books</dt><dd>10</dd>" in html
    assert html.count("data-cite") == 1
    assert "<table" not in html
    assert "Doctoral students" not in html


def test_a_header_that_says_nothing_is_left_out() -> None:
    people = source("[Dato] Profesorado · [Valor] Ana Souto; Xan Rei", "1. Datos")
    html = rendering.html("**1. Datos** — Profesorado — Ana Souto; Xan Rei [1]", [people])
    assert "<strong>Profesorado</strong> — Ana Souto; Xan Rei" in html


@pytest.mark.parametrize(
    "table",
    ["- Students — Books: 10; Days: 15 [1]\n- Doctoral students — Books: 35; Days: 30 [1]", "| Books |\n|---|\n| 10 |"],
)
def test_the_title_above_a_table_is_its_caption(table: str) -> None:
    written = f"**9\\. *Loans* <b>**\n\n{table}\n\n**No table**\n\nfollows."
    pieces = rendering.pieces(written, [source(LOANS)])
    html = "".join(shown for _written, shown in pieces)
    assert "<table><caption>9. <em>Loans</em> &lt;b&gt;</caption>" in html
    assert 'aria-label="Table: 9. Loans' in html
    assert html.count("Loans</em>") == 1
    assert "<p><strong>No table</strong></p>" in html
    assert "\n\n".join(block for block, _shown in pieces) == written


@pytest.mark.parametrize(
    "text",
    [
        "- Students — Books: 10; Days: 16 [1]\n- Doctoral students — Books: 35; Days: 30 [1]",
        "- Students — Books: 10; Days: 15 [2]\n- Doctoral students — Books: 35; Days: 30 [2]",
        "- Students may borrow 10 books [1]",
    ],
)
def test_what_no_quote_says_stays_a_list(text: str) -> None:
    assert "<li>" in rendering.html(text, [source(LOANS)])


def test_what_a_row_says_is_no_markup() -> None:
    quote = "[Kind] <b>Full</b> · [Amount] <script>1</script>"
    html = rendering.html(f"{rendering_of(quote)} [1]", [source(quote, "")])
    assert "&lt;script&gt;" in html
    assert "<script" not in html


def rendering_of(row: str) -> str:
    from chat.agent.answers.citations import shown

    return shown(row, "")


def test_the_note_on_the_sources_is_left_to_the_chips() -> None:
    text = "Diez. [1]\n\n*Información tomada de: Normas (2023). Ya no está en vigor: Normas.*\n\nOtra versión. [2]"
    assert rendering.without_source_note(text) == "Diez. [1]\n\nOtra versión. [2]"
    assert rendering.without_source_note("*Información* tomada de: aquí") == "*Información* tomada de: aquí"
