"""What changed between two versions, as the page shows it: beside each other, with the words that differ marked."""

import pytest

from chat import rendering
from chat.exporting.blocks import plain
from knowledge.versions.words import both_sides

TEXT = """**What changed from “Rules 2024” to “Rules 2025”:**

| Section | Before | Now |
| --- | --- | --- |
| 3. Loans | A Loan lasts 15 days. [1] | A loan lasts 30 days. [2] |
| 3. Loans | — | <b>Laptops</b> too. [3] |
| 4. Fines | Nobody pays. [4] | — |

1 more difference is not shown."""
SOURCES = [
    {"number": number, "title": "Rules", "place": "", "url": f"/source/{number}/", "language": language}
    for number, language in enumerate(("en", "en", "gl", "en"), 1)
]


def test_the_words_that_differ_are_marked_and_each_side_keeps_its_citation_and_its_spelling() -> None:
    html = rendering.html(TEXT, SOURCES)
    assert '<span lang="en">A Loan lasts <del>15</del> days.</span> <a class="cite" data-cite="1"' in html
    assert '<span lang="en">A loan lasts <ins>30</ins> days.</span> <a class="cite" data-cite="2"' in html
    assert [html.count(f'data-cite="{number}"') for number in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_a_section_heads_its_rows_and_the_columns_are_named_in_each_cell() -> None:
    html = rendering.html(TEXT, SOURCES)
    assert html.count("</th></tr><tr") == html.count('scope="rowgroup"') == 2
    assert '<table role="table"><caption>What changed from “Rules 2024” to “Rules 2025”:</caption>' in html
    assert html.count('data-label="Before"') == html.count('data-label="Now"') == 3


def test_what_only_one_version_says_is_not_marked_and_is_no_markup() -> None:
    html = rendering.html(TEXT, SOURCES)
    assert '<span lang="gl">&lt;b&gt;Laptops&lt;/b&gt; too.</span>' in html
    assert html.count("<ins>") == html.count("<del>") == 1


def test_the_plain_text_has_both_sides_of_each_difference_in_a_line() -> None:
    assert "3. Loans\tA Loan lasts 15 days. [1]\tA loan lasts 30 days. [2]" in plain(TEXT)


@pytest.mark.parametrize(("old", "new"), [("Ten á mañá", "TEN Á TARDE"), ("", "Novo"), ("Velho.", "Outra cousa")])
def test_both_sides_are_whole(old: str, new: str) -> None:
    before, after = both_sides(old, new)
    assert ("".join(run.text for run in before), "".join(run.text for run in after)) == (old, new)
