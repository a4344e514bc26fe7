"""What of a passage is shown where a quote of it answers."""

from dataclasses import replace

from chat.agent.answers.citations import Drafting
from chat.agent.answers.parts import part_of, parts
from chat.agent.answers.passages import Quote, announced_by, group_of, quotes_of
from chat.tests.agent.passages import passage
from knowledge.retrieval.config import Passage, SectionBlock

LEAD = "Incluye dos tipos de prácticas:"
ITEMS = ("a) curriculares, con créditos;", "b) extracurriculares, sin ellos.")
AFTER = "La tutora las evalúa."


def section(*parts: tuple[str, str, int]) -> Passage:
    """Of blocks (kind, text, group), each on its line."""
    text = "\n".join(said for _kind, said, _group in parts)
    blocks, start = [], 0
    for kind, said, group in parts:
        blocks.append(SectionBlock(kind, start, start + len(said), group))
        start += len(said) + 1
    return replace(passage(text, section="Prácticas"), blocks=tuple(blocks))


LIST = section(("lead_in", LEAD, 1), *(("item", item, 1) for item in ITEMS), ("paragraph", AFTER, 0))


def quote(of: Passage, text: str, score: float = 1.0) -> Quote:
    found = next(one for one in quotes_of(of) if one.text == text)
    return replace(found, score=score)


def test_an_item_knows_what_announces_it_and_its_list() -> None:
    item = quote(LIST, ITEMS[1])
    announced = announced_by(item)
    assert announced is not None
    assert announced.text == LEAD
    assert [one.text for one in group_of(item)] == [LEAD, *ITEMS]
    assert announced_by(quote(LIST, AFTER)) is None


def test_a_short_list_is_shown_whole_with_its_lead_in() -> None:
    part = part_of(quote(LIST, ITEMS[1]))
    assert part.whole.text == "\n".join((LEAD, *ITEMS))
    shown = Drafting("es").part(part)
    assert shown.splitlines() == [
        f"{LEAD} [1]",
        "",
        "- curriculares, con créditos; [1]",
        "- extracurriculares, sin ellos. [1]",
    ]


CARD = ("- Teléfono 1: 600 100 200", "- Teléfono 2:", "- Correo: ana@example.org", "- Web:")


def test_labels_that_were_left_empty_are_not_shown() -> None:
    card = section(("lead_in", "Contacto", 1), *(("item", line, 1) for line in CARD))
    assert [line.text for line in part_of(quote(card, CARD[0])).lines] == [CARD[0], CARD[2]]


def test_a_label_that_announces_the_next_items_stays() -> None:
    lines = ("- Documentación:", "- carné", "- foto")
    listed = section(("lead_in", LEAD, 1), *(("item", line, 1) for line in lines))
    assert len(part_of(quote(listed, lines[1])).lines) == 3


def test_a_lead_in_that_says_little_stands_under_its_headings() -> None:
    card = section(("lead_in", "Contacto", 1), *(("item", line, 1) for line in CARD))
    card = replace(card, path="Profesora: Ana Rey › General", section="General")
    assert (
        Drafting("es").part(part_of(quote(card, CARD[0]))).startswith("**Profesora: Ana Rey › General** — Contacto [1]")
    )


def test_of_a_long_list_the_item_is_shown_unless_all_of_it_is_asked_for() -> None:
    items = tuple(f"{number}) {'palabra ' * 20}{number}" for number in range(1, 7))
    long = section(("lead_in", LEAD, 1), *(("item", item, 1) for item in items))
    one = part_of(quote(long, items[2]))
    assert [line.text for line in one.lines] == [items[2]]
    assert one.lead is not None
    assert len(part_of(quote(long, items[2]), wants_all=True).lines) == 6


def test_of_a_list_that_is_too_long_the_beginning_is_shown_if_that_answers() -> None:
    items = tuple(f"{number}) {'palabra ' * 20}{number}" for number in range(1, 21))
    long = section(("lead_in", LEAD, 1), *(("item", item, 1) for item in items))
    early, late = (part_of(quote(long, items[index]), wants_all=True).lines for index in (2, 17))
    assert [line.text for line in early] == list(items[: len(early)])
    assert [line.text for line in late] == list(items[17:])


def test_what_ends_in_a_colon_is_never_shown_alone() -> None:
    broken = section(("paragraph", "Los plazos son:", 0), ("paragraph", "Hasta el 3 de mayo.", 0))
    assert "3 de mayo" in Drafting("es").part(part_of(quote(broken, "Los plazos son:")))


def test_an_item_that_announces_others_is_shown_with_these_and_not_with_its_list() -> None:
    agreed = ("1. Aprobar el acta.", "2. Aprobar las cuentas de:", "3. Cerrar la sesión.")
    inside = ("• la residencia", "• la imprenta")
    nested = section(
        ("item", agreed[0], 1), ("item", agreed[1], 1), *(("item", one, 2) for one in inside), ("item", agreed[2], 1)
    )
    part = part_of(quote(nested, agreed[1]), wants_all=True)
    assert [line.text for line in part.lines] == [agreed[1], *inside]


def test_a_sentence_of_a_paragraph_is_shown_bold_in_its_whole() -> None:
    said = "La matrícula se abre en julio. " * 8 + "El plazo acaba el día 9. " + "Hay otro plazo en septiembre. " * 6
    long = section(("paragraph", said.strip(), 0))
    shown = Drafting("es").part(part_of(quote(long, "El plazo acaba el día 9.")))
    assert "**El plazo acaba el día 9.** Hay otro" in shown
    assert long.section_text == part_of(quote(long, "El plazo acaba el día 9.")).whole.text


def test_further_parts_add_something_and_are_nearly_as_sure() -> None:
    others = [section(("paragraph", text, 0)) for text in ("Son seis créditos.", "Son seis créditos", "Se paga.")]
    ranked = [
        quote(others[0], "Son seis créditos.", 0.9),
        quote(others[1], "Son seis créditos", 0.8),
        quote(LIST, AFTER, 0.7),
        quote(others[2], "Se paga.", 0.05),
    ]
    assert [part.best.text for part in parts(ranked, wants_all=False)] == ["Son seis créditos.", AFTER]


WEEKS = tuple(f"[Semana] {number} · [Temas] {'palabra ' * 20}{number}" for number in range(1, 31))


def test_of_a_long_table_the_rows_that_answer_are_shown_even_where_a_whole_is_asked_for() -> None:
    table = section(("caption", "Cronograma", 1), *(("row", row, 1) for row in WEEKS))
    ranked = [quote(table, WEEKS[index], score) for index, score in ((11, 0.9), (8, 0.6), (29, 0.5))]
    shown = parts(ranked, wants_all=True)[0]
    assert [line.text for line in shown.lines] == [WEEKS[8], WEEKS[11]]
    assert WEEKS[29] not in shown.whole.text


def test_the_headers_of_a_table_count_once_so_that_it_is_shown_whole() -> None:
    """As they are written to the reader: 78 words in its cells, 390 with those of the headers."""
    header = " ".join(["cabecera"] * 6)
    rows = tuple(f"[{header}] Grupo {number} · [{header}] diez · [{header}] tres" for number in range(1, 14))
    table = section(("caption", "Condiciones", 1), *(("row", row, 1) for row in rows))
    shown = parts([quote(table, rows[0], 0.5), quote(table, rows[3], 0.4)], wants_all=False)[0]
    assert [line.text for line in shown.lines] == list(rows)


def test_a_list_that_has_no_room_left_is_shown_by_the_items_that_answer() -> None:
    items = tuple(f"{number}) {'palabra ' * 20}{number}" for number in range(1, 7))
    long = section(("lead_in", LEAD, 1), *(("item", item, 1) for item in items))
    first = section(("paragraph", "El trámite es otro. " * 40, 0))
    ranked = [
        replace(next(quotes_of(first)), start=0, end=len(first.section_text), score=0.9),
        *(quote(long, items[index], 0.5) for index in (1, 3)),
    ]
    lines = [line.text for part in parts(ranked, wants_all=False) for line in part.lines]
    assert lines[1:] == [items[1]]


def test_the_same_words_with_other_figures_are_no_repetition() -> None:
    sums = (("35.000", "una cátedra de empresa"), ("20.000", "un aula de empresa"))
    rules = [
        section(("item", f"{number}. La aportación mínima al año para financiar {what} es de {euros} €.", 0))
        for number, (euros, what) in enumerate(sums, 2)
    ]  # fmt: skip
    ranked = [quote(rule, rule.section_text, 0.9 - place / 10) for place, rule in enumerate(rules)]
    assert len(parts(ranked, wants_all=False)) == 2
    again = [quote(section(("item", f"7. {rules[0].section_text[3:]}", 0)), f"7. {rules[0].section_text[3:]}", 0.8)]
    assert len(parts([ranked[0], *again], wants_all=False)) == 1


def test_an_answer_stands_behind_the_question_that_the_document_asks() -> None:
    faq = section(("lead_in", "¿Puedo cambiar de grupo?", 1), ("paragraph", "Sí, en la primera semana.", 1))
    [part] = parts([quote(faq, "Sí, en la primera semana.")], wants_all=False)
    assert Drafting("es").part(part) == "**¿Puedo cambiar de grupo?** Sí, en la primera semana. [1]"
    headed = replace(
        section(("paragraph", "Sí, en la primera semana de clases, si otra persona acepta.", 0)), section="¿Y de aula?"
    )
    [part] = parts([quote(headed, headed.section_text)], wants_all=False)
    assert Drafting("es").part(part).startswith("**¿Y de aula?** — Sí, en la primera semana")


GALICIAN = "Ana Rei recibe os luns de 9:00 a 12:00 e os martes de 16:30 a 18:00 no despacho 2.14."
SPANISH = "Tutorías de Ana Rei: lunes, 9:00-12:00; martes, 16:30-18:00. Despacho 2.14."


def test_what_says_the_same_figures_in_another_language_is_not_shown_again() -> None:
    first = quote(replace(passage(GALICIAN), language="gl"), GALICIAN)
    again = quote(passage(SPANISH), SPANISH, 0.9)
    other_hours = SPANISH.replace("18:00", "19:00")
    assert len(parts([first, again], wants_all=False)) == 1
    assert len(parts([first, quote(passage(other_hours), other_hours, 0.9)], wants_all=False)) == 2
    few = "Está en el despacho 2.14."
    assert len(parts([first, quote(passage(few), few, 0.9)], wants_all=False)) == 2


def test_a_figure_that_stands_elsewhere_in_a_line_does_not_make_it_a_repetition() -> None:
    june, half_past = (f"Examen de Química: {day} de junio de 2026, a las 9:30, aula 4." for day in (30, 9))
    assert len(parts([quote(passage(half_past), half_past), quote(passage(june), june, 0.9)], wants_all=False)) == 2
