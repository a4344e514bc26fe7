"""What differs between two versions of a document, and what is told of it."""

import re
from dataclasses import replace

from chat.agent.answers.changes import Change, Compared, changes, most_telling
from chat.agent.answers.citations import Drafting
from chat.agent.answers.formats.changes import table_of_changes, told_changes
from chat.agent.answers.passages import Quote
from chat.agent.answers.weighing import weight
from chat.tests.agent.passages import passage
from knowledge.retrieval.config import Passage, SectionBlock

OLD = (
    "The permit of the full-time staff costs 40 euros.\nThe permit of the part-time staff costs 15 euros.\n"
    "Permits are shown behind the windscreen.\nMotorcycles stand free of charge in the yard."
)
NEW = (
    "The permit of the part-time staff costs 25 euros.\nThe permit of the full-time staff costs 60 euros.\n"
    "Permits are shown behind the windscreen.\nElectric cars are charged at the north gate for 3 euros an hour."
)


def version(text: str, year: int) -> Passage:
    return replace(passage(text, title=f"Parking {year}", section="Permits", language="en"), path="Permits")


def said(change: Change) -> tuple[str, str]:
    old, new = (one.text if one else "" for one in (change.old, change.new))
    return old, new


def test_each_sentence_is_set_against_what_became_of_it() -> None:
    found = [said(one) for one in changes([version(OLD, 2024)], [version(NEW, 2025)])]
    assert (
        "The permit of the part-time staff costs 15 euros.",
        "The permit of the part-time staff costs 25 euros.",
    ) in found
    assert (
        "The permit of the full-time staff costs 40 euros.",
        "The permit of the full-time staff costs 60 euros.",
    ) in found
    assert ("", "Electric cars are charged at the north gate for 3 euros an hour.") in found
    assert ("Motorcycles stand free of charge in the yard.", "") in found
    assert len(found) == 4


def test_another_year_is_no_change() -> None:
    old, new = "In 2024-2025 the gate closes at ten.", "In 2025-2026 the gate closes at ten."
    assert changes([version(old, 2024)], [version(new, 2025)]) == ()


def test_figures_that_differ_come_before_words_and_no_more_is_told_than_can_be_read() -> None:
    def change(old: str, new: str) -> Change:
        one, other = version(old, 2024), version(new, 2025)
        return Change(Quote(one, 0, len(old)), Quote(other, 0, len(new)))

    words = change("The gate is closed by hand.", "The gate is closed by itself.")
    figures = [change(f"Yard {n} has {n + 100} places.", f"Yard {n} has {n + 200} places.") for n in range(13)]
    twice = change("It has 103 places.", "It has 203 places.")
    told, more = most_telling([words, *figures, twice])
    assert (told, more) == (tuple(figures[:12]), 2)


def test_what_is_told_stands_in_its_order_and_what_was_written_anew_yields() -> None:
    old = "The yard has 20 places. The book of Ana Sil is from press 4. It closes at 9."
    new = "The yard has 30 places. The manual of Eva Rey is from press 7. It closes at 8."
    found = changes([version(old, 2024)], [version(new, 2025)])
    told, _more = most_telling(found)
    assert told == found
    assert found[0].likeness > found[1].likeness < found[2].likeness


def test_both_versions_are_cited() -> None:
    old, new = version(OLD, 2024), version(NEW, 2025)
    told, more = most_telling(changes([old], [new]))
    draft = told_changes(Compared("Parking 2024", "Parking 2025", (7, 8), told, more), "en")
    assert "| Permits | The permit of the part-time staff costs 15 euros. [1] | The permit" in draft.text
    assert "| Permits | — | Electric cars are charged" in draft.text
    assert draft.details == {"compared": [7, 8]}
    assert {one.title for one in draft.citations} == {"Parking 2024", "Parking 2025"}


def test_the_rows_of_a_section_stand_together_and_their_citations_are_counted_as_they_are_read() -> None:
    def only(text: str, section: str) -> Change:
        found = replace(passage(text, section=section, language="en"), section_id=len(text))
        return Change(None, Quote(found, 0, len(text)))

    told = (only("A one.", "A"), only("B is two.", "B"), only("And A again.", "A"))
    rows = table_of_changes(told, Drafting("en")).splitlines()[2:]
    assert rows == ["| A | — | A one. [1] |", "| A | — | And A again. [2] |", "| B | — | B is two. [3] |"]


def test_what_has_one_version_says_so() -> None:
    new = version("This text replaces the one of 2019.", 2025)
    text = told_changes(Compared("", "Parking 2025", kept=(Quote(new, 0, len(new.text)),)), "en").text
    assert text.startswith("Of “Parking 2025” there is only one version here")
    assert "This text replaces the one of 2019. [1]" in text


def test_a_duty_a_share_or_a_count_of_days_is_told_before_office_hours_and_editions() -> None:
    old = [
        "The gate opens on Mondays at 9:00.", "Ring 555 123 456 789 for a card.", "Yards, 2nd edition.",
        "The wall is red.",
        "A pass costs 10 euros.", "Cards are advised.", "A card lasts three days.", "Half of it, 60 % of the first.",
    ]  # fmt: skip
    new = [
        "The gate opens on Fridays at 8:30.", "Ring 555 987 654 321 for a card.", "Yards, 3rd edition.",
        "The wall is blue.",
        "A pass costs 12 euros.", "Cards are compulsory.", "A card lasts four days.", "Half of it, 40 % of the first.",
    ]  # fmt: skip
    assert [weight(one, other) for one, other in zip(old, new, strict=True)] == [0, 0, 0, 1, 3, 3, 2, 3]


def test_two_shares_that_change_places_are_a_change_of_shares() -> None:
    assert weight("The report 30 %, the test 70 %.", "The report 70 %, the test 30 %.") == 3
    assert weight("A course of 20 hours.", "A course of 15 hours.") == 2


def test_what_only_one_version_says_is_told_where_it_matters_more() -> None:
    def change(old: str, new: str) -> Change:
        texts = ((old, 2024), (new, 2025))
        return Change(*(Quote(version(text, year), 0, len(text)) if text else None for text, year in texts))

    hours = [change(f"Hall {n} opens at 9:{n}.", f"Hall {n} opens at 8:{n}.") for n in range(10, 24)]
    duty, view = change("", "Helmets are compulsory."), change("", "The view is fine.")
    told, more = most_telling([*hours, duty, view])
    assert duty in told
    assert view in told
    assert (len(told), more) == (12, 4)
    shares = [change(f"Part {n} counts {n} %.", f"Part {n} counts {n + 20} %.") for n in range(10, 24)]
    told, _more = most_telling([*shares, duty, view])
    assert duty in told
    assert view not in told


def test_a_line_that_is_another_under_its_label_and_a_first_sentence_under_its_heading_take_each_others_place() -> None:
    old = "[Item] Warden · [Value] Ana Rey\n[Item] Roof · [Value] Tiles"
    new = "[Item] Warden · [Value] Breixo Lago Souto\n[Item] Cellar · [Value] Dry"
    found = [said(one) for one in changes([version(old, 2024)], [version(new, 2025)])]
    assert ("[Item] Warden · [Value] Ana Rey", "[Item] Warden · [Value] Breixo Lago Souto") in found
    assert ("", "[Item] Cellar · [Value] Dry") in found
    stays = "Permits are shown behind the windscreen."
    first = changes([version(f"Nobody pays.\n{stays}", 2024)], [version(f"The yard closes at dusk.\n{stays}", 2025)])
    assert [said(one) for one in first] == [("Nobody pays.", "The yard closes at dusk.")]


def test_a_row_without_headers_is_labelled_by_its_first_cell() -> None:
    def key(text: str, year: int) -> Passage:
        starts = [found.start() for found in re.finditer(r"(?m)^", text)]
        rows = (SectionBlock("row", start, text.find("\n", start) % (len(text) + 1), 1) for start in starts)
        return replace(version(text, year), blocks=tuple(rows))

    found = changes([key("1 · A\n2 · The red bridge", 2024)], [key("1 · A\n2 · Quarterly accounts", 2025)])
    assert [said(one) for one in found] == [("2 · The red bridge", "2 · Quarterly accounts")]
