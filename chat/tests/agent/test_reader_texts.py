"""What the reader model is given of a list: its lead-in too, though that is no answer alone."""

from dataclasses import replace

import pytest

from chat.agent.answers import reader_texts as texts
from chat.agent.answers.measures import NAMES, measured, quotes_in
from chat.agent.answers.passages import Quote
from chat.agent.answers.reader_texts import NEAR_CHARACTERS, reader_texts, worth_reading
from chat.agent.answers.reading import read
from chat.tests.agent.passages import passage
from chat.tests.agent.test_parts import AFTER, ITEMS, LEAD, LIST, section

FAR = "Una frase que no viene al caso. " * (NEAR_CHARACTERS // 20)


def items_of(quotes: list[Quote]) -> list[Quote]:
    return [one for one in quotes if one.kind == "item"]


def test_a_list_is_read_with_its_lead_in() -> None:
    quotes = items_of(quotes_in([LIST]))
    (one,) = reader_texts(quotes)
    assert one.text.endswith("\n".join((LEAD, *ITEMS)))
    places = [(quote.start + one.offset, quote.end + one.offset) for quote in one.quotes]
    assert [one.text[start:end] for start, end in places] == list(ITEMS)


def test_what_only_the_file_is_called_stands_in_the_first_line() -> None:
    named = replace(LIST, title="Normas de uso", file_words="biblioteca vilar")
    (one,) = reader_texts(items_of(quotes_in([named])))
    assert one.text.startswith("Normas de uso (biblioteca vilar) › ")
    places = [(quote.start + one.offset, quote.end + one.offset) for quote in one.quotes]
    assert [one.text[start:end] for start, end in places] == list(ITEMS)


def test_a_lead_in_far_above_is_left_out() -> None:
    long = section(("lead_in", LEAD, 1), ("item", FAR, 1), ("item", ITEMS[1], 1))
    (one,) = reader_texts(items_of(quotes_in([long]))[-1:])
    assert one.text.endswith(ITEMS[1])
    assert LEAD not in one.text


def test_an_item_has_the_relevance_of_its_lead_in_and_a_paragraph_its_own() -> None:
    quotes = quotes_in([LIST])
    rows = measured("¿Qué tipos de prácticas hay?", [LIST], quotes)
    own, lead_in = NAMES.index("reader_relevance"), NAMES.index("reader_lead_in")
    first, second, paragraph = rows
    assert [quote.text for quote in quotes] == [*ITEMS, AFTER]
    assert first[lead_in] == second[lead_in] != first[own]
    assert paragraph[lead_in] == paragraph[own]


def test_the_first_texts_are_read_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    quotes = quotes_in([passage("Uno dos.\nTres.", section="A"), passage("Cuatro.", section="B"), passage("Cinco.")])
    lengths = [len(one.text) for one in reader_texts(quotes)]
    kept = {}
    for room in (1, sum(lengths[:2]), sum(lengths)):
        monkeypatch.setattr(texts, "MAX_CHARACTERS", room)
        kept[room] = [quote.text for quote in worth_reading(quotes)]
    assert list(kept.values()) == [["Uno dos.", "Tres."], ["Uno dos.", "Tres.", "Cuatro."], [q.text for q in quotes]]


def test_where_a_whole_is_asked_for_all_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = [passage("La biblioteca presta obras.", section="A"), passage("El comedor abre a las dos.", section="B")]
    monkeypatch.setattr(texts, "MAX_CHARACTERS", 1)
    assert [len(read("¿Qué se presta?", evidence, wants_all=whole)) for whole in (False, True)] == [1, 2]


def test_what_a_lead_in_says_before_it_announces_may_answer_itself() -> None:
    said = "El trabajo fin de grado supone una carga de trescientas horas."
    listed = section(("lead_in", f"{said} Estas horas incluyen:", 1), ("item", ITEMS[0], 1), ("item", ITEMS[1], 1))
    assert [quote.text for quote in quotes_in([listed])] == [said, *ITEMS]
    assert said in {quote.text for quote in read("¿Cuántas horas supone el trabajo fin de grado?", [listed])[:1]}
    short = section(("lead_in", "Art. 5. Estas horas incluyen:", 1), ("item", ITEMS[0], 1))
    assert [quote.text for quote in quotes_in([short])] == [ITEMS[0]]
