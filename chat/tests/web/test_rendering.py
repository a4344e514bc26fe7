"""What documents and models write reaches the page as text, never as markup of theirs."""

from typing import Any

import pytest

from chat import rendering
from chat.agent.events import Citation
from chat.models import Citation as StoredCitation


def source(number: int = 1, **changed: Any) -> dict[str, Any]:
    known: dict[str, Any] = {"number": number, "title": "Rules", "page": 3, "place": "page 3"}
    return {**known, "url": "/source/7/?page=3&quote=a#quote", **changed}


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <b onclick=alert(1)>b</b>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "![x](https://elsewhere.example/pixel.png)",
        '[x](https://a.example "\\" onmouseover=alert(1) x=\\"")',
        "<a href='https://evil.example' class='cite' data-cite='1'>1</a>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "```\n<script>alert(1)</script>\n```",
        "<svg/onload=alert(1)>",
        "<style>*{display:none}</style>",
    ],
)
def test_no_markup_of_theirs_survives(text: str) -> None:
    shown = rendering.html(text, [source()])
    for forbidden in (
        "<script",
        "<img",
        "<svg",
        "<style",
        "<b ",
        "onerror=alert(1)>",
        'href="javascript',
        'href="data',
    ):
        assert forbidden not in shown
    assert " onmouseover=" not in shown.replace("&quot; onmouseover=", "")
    assert 'class="cite"' not in shown


def test_a_title_cannot_leave_its_attribute() -> None:
    shown = rendering.html("It is so. [1]", [source(title='"><script>alert(1)</script>')])
    assert "<script" not in shown
    assert 'aria-label="Source 1: &quot;&gt;&lt;script&gt;' in shown.replace("><script>", "&gt;&lt;script&gt;")


def test_references_become_links_to_their_sources() -> None:
    shown = rendering.html("Eight books. [1] Nine? [2]", [source()])
    assert 'href="/source/7/?page=3&amp;quote=a#quote"' in shown
    assert 'aria-label="Source 1: Rules, page 3"' in shown
    assert '<span class="cite" data-cite="2">2</span>' in shown


def test_several_references_at_once() -> None:
    assert rendering.html("So. [1, 2][3]").count('class="cite"') == 3


@pytest.mark.parametrize("text", ["`a[1]`", "[see [1]](https://a.example)", "a[x]", "[1234]", "\\[1\\]"])
def test_what_is_no_reference_stays_as_it_is(text: str) -> None:
    assert "cite" not in rendering.html(text)


def test_a_definition_cannot_redirect_a_reference() -> None:
    shown = rendering.html("It is so. [1]\n\n[1]: https://evil.example", [source()])
    assert "evil.example" in shown
    assert 'href="https://evil.example"' not in shown
    assert 'href="/source/7/' in shown


def test_a_gone_document_has_a_number_and_no_link() -> None:
    assert '<span class="cite"' in rendering.html("So. [1]", [source(url="")])


def test_blocks_are_the_paragraphs_lists_and_tables() -> None:
    found = rendering.blocks("# A\n\nb\n\n- c\n- d\n\n| e | f |\n|---|---|\n| g | h |\n\n1. i\n\n---")
    assert [block[:3] for block in found] == ["<h1", "<p>", "<ul", "<di", "<ol", "<hr"]
    box = '<div class="rows scrolls" role="group" tabindex="0" aria-label="Table: e, f">'
    assert found[3].startswith(f'{box}<table aria-label="e, f">')


def test_any_beginning_of_a_text_can_be_shown() -> None:
    text = "**Eight** [1] books:\n\n- a [li](https://a.example)\n\n| e | f |\n|---|---|\n| g | h |\n\n```\ncode\n```"
    for end in range(len(text)):
        assert all(isinstance(block, str) for block in rendering.blocks(text[:end]))


def test_the_address_of_a_source_carries_page_and_quote() -> None:
    quote = "ata 15 “libros” & máis #1"
    citation = Citation(1, 7, "a.md", "A", "S", 3, quote)
    url = rendering.citation_json(citation)["url"]
    assert url.startswith("/source/7/?page=3&quote=ata+15+")
    assert url.endswith("%26+m%C3%A1is+%231#quote")


def test_an_entry_of_the_catalogue_has_an_address_too_and_a_document_that_is_gone_none() -> None:
    entry = Citation(1, -1, "catalogue/course/914G01003/gl", "Catálogo: Álxebra", "Álxebra", None, "Código: 914G01003")
    address = rendering.citation_json(entry)["url"]
    assert address == "/catalogue/course/914G01003/gl/?quote=C%C3%B3digo%3A+914G01003#quote"
    assert rendering.source_url(None, "loans.pdf", 3, "ten books") == ""


def test_a_source_without_pages_says_where_in_it() -> None:
    row = StoredCitation(number=1, title="Tarifas", section="Títulos", place_kind="row", place=12)
    assert rendering.citation_json(row)["place"] == "row 12"
    assert rendering.citation_json(StoredCitation(number=1, title="Normas", page=3))["place"] == "page 3"
    assert rendering.citation_json(StoredCitation(number=1, title="Normas"))["place"] == ""


SPOKEN = source(quote="O *exame* vale o 55 % da nota.", section="9. Avaliación", language="gl")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "O exame vale o **55 %** da nota. [1]",
            '<p><span lang="gl">O exame vale o <strong>55 %</strong> da nota. </span>',
        ),
        ("**9. Avaliación** — 55 % [1]", '<p><span lang="gl"><strong>9. Avaliación</strong> — 55 % </span>'),
        ("- 55 % [1]\n- Also that. [1]", '<li><span lang="gl">55 % </span>'),
        (
            "It said: O \\*exame\\* vale o 55 % da nota. [1]",
            'said: <span lang="gl">O *exame* vale o 55 % da nota.</span> ',
        ),
    ],
)
def test_what_is_quoted_is_in_the_language_of_its_source(text: str, shown: str) -> None:
    html = rendering.html(text, [SPOKEN])
    assert shown in html
    assert html.count("lang=") == 1


def test_a_row_after_words_of_ours_is_in_the_language_of_its_source() -> None:
    row = source(quote="[Curso] Primeiro · [Nota] 5", language="gl")
    html = rendering.html("It was so: Primeiro — Nota: 5 [1]", [row])
    assert '<p>It was so: <span lang="gl">Primeiro — Nota: 5</span> ' in html


@pytest.mark.parametrize(
    "text", ["The exam counts 55 %. [1]", "O exame vale o 55 %.", "**O exame [1]** vale", "O exame [1, 2]"]
)
def test_what_is_not_quoted_of_one_language_is_in_that_of_the_answer(text: str) -> None:
    assert "lang=" not in rendering.html(text, [SPOKEN, source(2, quote="O exame", language="es")])


def test_a_table_is_in_the_language_of_its_source() -> None:
    quote = "[Curso] Primeiro · [Nota] 5\n[Curso] Segundo · [Nota] 6"
    html = rendering.html("- Primeiro — Nota: 5 [1]\n- Segundo — Nota: 6 [1]", [source(quote=quote, language="gl")])
    assert '<table lang="gl" aria-label="Curso, Nota">' in html
