"""Reading a dataset file: what is written is what is read, and every error is told."""

import pytest

from evaluation.records import DatasetError, read

FILE = """
slug: regulations
name: Normativa
description: Preguntas.
cases:
  - id: r01
    question: ¿Cuántos libros?
    answer: 35
    facts: [[35 libros, treinta y cinco], [doctorado]]
    documents: [loans.md, "Brisbane#Clima"]
    form: {days: 3, interests: [Playas], budget: Medio}
    history: [{role: user, text: "¿Y la biblioteca?"}, {role: assistant, text: "¿Cuál?", status: clarify}]
  - id: 2
    kind: unanswerable
    question: ¿A qué hora abre?
    answer: 9:15
    facts: [[25.570], [no]]
"""


def problems(text: str) -> list[str]:
    with pytest.raises(DatasetError) as caught:
        read(text.encode())
    return caught.value.problems


def test_a_file_is_read() -> None:
    record = read(FILE.encode())
    first = record.cases[0]
    assert (record.slug, record.name, record.description) == ("regulations", "Normativa", "Preguntas.")
    assert (first.id, first.kind, first.answer) == ("r01", "answerable", "35")
    assert first.facts == (("35 libros", "treinta y cinco"), ("doctorado",))
    assert first.documents == ("loans.md", "Brisbane#Clima")
    assert first.form == {"days": 3, "interests": ["Playas"], "budget": "Medio"}
    question, answer = first.history
    assert question == {"role": "user", "text": "¿Y la biblioteca?"}
    assert answer == {"role": "assistant", "text": "¿Cuál?", "status": "clarify"}


def test_values_are_text_as_they_are_written() -> None:
    second = read(FILE.encode()).cases[1]
    assert (second.id, second.answer, second.facts) == ("2", "9:15", (("25.570",), ("no",)))


def test_all_problems_are_told_at_once_with_their_case() -> None:
    told = problems("""
slug: two words
cases:
  - id: a
    question: x
    kind: sometimes
    awnser: y
  - id: a
    facts: [text, []]
    documents: [[loans.md]]
    form: days
    history: [{role: nobody, text: x}]
  - just text
""")
    assert len(told) == 11
    for part in ("“slug”", "“name”", "used by 2 cases"):
        assert any(part in one for one in told), part
    assert sum(one.startswith("case 1 (a):") for one in told) == 2
    assert sum(one.startswith("case 2 (a):") for one in told) == 5
    assert sum(one.startswith("case 3 (?):") for one in told) == 1


@pytest.mark.parametrize("text", ["", "- a\n- b", "slug: [", "a: b: c", "[" * 5000])
def test_what_is_no_dataset_is_refused_with_a_message(text: str) -> None:
    assert problems(text)


def test_a_file_that_is_not_utf8_is_refused() -> None:
    with pytest.raises(DatasetError, match="UTF-8"):
        read("slug: año".encode("latin-1"))


def test_an_alias_bomb_is_refused_by_a_process_of_its_own() -> None:
    with pytest.raises(DatasetError, match="aliases"):
        read(b"slug: a\nname: &a x\ndescription: *a\ncases: []\n")
