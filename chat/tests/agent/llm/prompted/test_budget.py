"""Which part of a section is shown where not all of it fits."""

from chat.agent.events import Turn
from chat.agent.llm import budget
from chat.agent.llm.material import Material
from chat.tests.agent.llm.prompted.made import passage

SENTENCES = [f"La norma número {number} dice una cosa distinta de las demás." for number in range(200)]
LONG = " ".join(SENTENCES)


def chunk_at(number: int) -> tuple[int, int]:
    start = LONG.index(SENTENCES[number])
    return start, start + len(SENTENCES[number])


def test_what_fits_is_shown_whole() -> None:
    short = passage("Una frase. Otra.")
    assert budget.windows([short, short]) == [(0, 16), (0, 16)]


def test_a_long_section_is_cut_around_the_chunk_in_whole_sentences() -> None:
    for number in (0, 100, 199):
        start, end = chunk_at(number)
        ((first, last),) = budget.windows([passage(LONG, start=start, end=end)], 300)
        shown = LONG[first:last]
        assert SENTENCES[number] in shown
        assert shown.startswith("La norma")
        assert shown.endswith("demás.")
        assert 150 < budget.count(shown) <= 300


def test_short_passages_leave_their_share_to_the_long_ones() -> None:
    start, end = chunk_at(100)
    long, short = passage(LONG, start=start, end=end), passage("Una frase.")
    windows = budget.windows([short, long, long], 1000)
    assert windows[0] == (0, 10)
    counts = [budget.count(LONG[slice(*window)]) for window in windows[1:]]
    assert all(400 < count <= 500 for count in counts)


def test_a_prompt_keeps_to_its_budget_however_much_was_found_and_said() -> None:
    start, end = chunk_at(50)
    history = [Turn("user", LONG), Turn("assistant", LONG)] * 20
    material = Material("es", "¿Qué dice la norma 50?", [passage(LONG, start=start, end=end)] * 10, history, LONG)
    values = material.values()
    marks = 90
    assert budget.count(values["passages"]) <= 6000 + 10 * marks
    assert budget.count(values["history"]) <= budget.HISTORY_TOKENS + 10 * marks
    assert budget.count(values["draft"]) <= budget.DRAFT_TOKENS + marks
    assert SENTENCES[50] in values["passages"]


def test_the_latest_messages_are_kept_in_their_order() -> None:
    history = [Turn("user", f"{number}: {LONG}") for number in range(9)]
    shown = Material("es", "¿?", history=history).values()["history"]
    places = [shown.find(f"\n{number}: ") for number in range(9)]
    kept = [place for place in places if place >= 0]
    assert places[-1] > 0
    assert 1 <= len(kept) < 9
    assert kept == sorted(kept)


def test_a_passage_says_of_when_it_is_and_whether_it_holds() -> None:
    shown = Material("gl", "¿?", [passage(), passage(in_force=False, academic_year="2021-2022")]).values()["passages"]
    assert "Data: 1 de setembro de 2025 · en vigor" in shown
    assert "Data: 2021-2022 · XA NON ESTÁ EN VIGOR" in shown
