"""Two things side by side, from quotations."""

from dataclasses import replace

from chat.agent.answers.formats.comparison import compare
from chat.agent.retrieval.sides import Side
from chat.tests.agent.passages import passage
from knowledge.retrieval.config import Passage, SectionBlock

ECOLOGY = passage("The final exam counts for 40 % of the mark.", title="BIOL 3295 Ecology", language="en")
WEAVING = passage("The final counts for 20 % of the mark.", title="ITSE 1430 Weaving", language="en")
SIDES = (Side("BIOL 3295", "final exam BIOL 3295"), Side("ITSE 1430", "final exam ITSE 1430"))


def test_each_side_says_what_its_own_document_says() -> None:
    text = compare(SIDES, (ECOLOGY, WEAVING), "en").text
    assert text.index("BIOL 3295") < text.index("40 %") < text.index("ITSE 1430") < text.index("20 %")


def test_sides_may_be_named_in_another_language_than_their_documents() -> None:
    rules = passage("Grado: 10 obras. Doctorado: 35 obras.", title="Préstamo", language="es")
    sides = (Side("undergraduates", "loans undergraduates"), Side("doctoral students", "loans doctoral students"))
    assert compare(sides, (rules,), "en").text


def test_what_is_said_of_one_side_is_never_told_of_the_other() -> None:
    assert not compare(SIDES, (ECOLOGY,), "en").text


def test_two_rows_of_one_table_show_it_once() -> None:
    sides = tuple(Side(name, f"how is {name} assessed, exam and project") for name in ("Ecology", "Weaving"))
    found = compare(sides, (table("Ecology", "Method", "Weight", 40), table("Weaving", "Part", "Share", 25)), "en")
    rows = [f"{part} of {title}" for title in ("Ecology", "Weaving") for part in ("Exam", "Project")]
    assert [found.text.count(row) for row in rows] == [1, 1, 1, 1]


def table(title: str, part: str, weight: str, share: int) -> Passage:
    exam, project = (
        f"[{part}] {name} of {title} · [{weight}] {of} %" for name, of in (("Exam", share), ("Project", 100 - share))
    )
    text = f"{exam}\n{project}"
    blocks = (SectionBlock("row", 0, len(exam), 1), SectionBlock("row", len(exam) + 1, len(text), 1))
    return replace(passage(text, title=title, section="Assessment", language="en"), blocks=blocks)
