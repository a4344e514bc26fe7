"""What the reader model is given of a list: its lead-in too, though that is no answer alone."""

from chat.agent.answers.measures import NAMES, measured, quotes_in
from chat.agent.answers.passages import Quote
from chat.agent.answers.reader_texts import NEAR_CHARACTERS, reader_texts
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
