import random
from itertools import pairwise

import pytest

from knowledge.embedding.registry import get_embedder
from knowledge.ingestion import chunks, sections
from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.sections import CutSection, Cutting
from knowledge.models import page_at
from knowledge.text import sentences

TOKENS = get_embedder().token_spans
SIZE = chunks.Size(chunk=60, overlap=12, window=256)


def cut(blocks: list[Block], *, limit: int = 2048, title: str = "Normas") -> list[CutSection]:
    return sections.cut(blocks, title, Cutting(limit), TOKENS)


def tokens(text: str) -> int:
    return len(TOKENS(text))


def random_blocks(seed: int) -> list[Block]:
    source = random.Random(seed)
    words = "préstamo biblioteca plazo de la el que art. 12 matrícula 3,5 universidade curso, alumno; tasa".split()
    blocks, page = [], 1
    for _ in range(40):
        text = " ".join(source.choice(words) for _ in range(source.randrange(1, 90))).capitalize()
        kind = source.random()
        if kind < 0.2:
            blocks.append(Block(text[:60].strip(), source.randrange(1, 4), ((0, page),)))
        elif kind < 0.4:
            blocks.append(Block(f"[Tema] {text} · [Horas] 3", 0, ((0, page),)))
        else:
            middle = len(text) // 2
            blocks.append(Block(text.replace(" el ", ". El "), 0, ((0, page), (middle, page + 1))))
            page += 1
    return blocks


@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_document_nothing_is_lost_and_everything_fits(seed: int) -> None:
    blocks = random_blocks(seed)
    found = cut(blocks, limit=150)
    kept = "".join("".join(section.text.split()) for section in found)
    for block in blocks:
        if not block.level:
            assert "".join(block.text.split()) in kept
    assert all(section.text == section.text.strip() and section.text for section in found)
    for section in found:
        assert tokens(section.text) <= 150 or len(sentences.spans(section.text)) == 1
    made = chunks.cut(found, chunks.Named("Normas", "2025-2026"), SIZE, TOKENS)
    for chunk in made:
        assert chunk.text == found[chunk.section].text[chunk.start : chunk.end]
        assert tokens(chunk.indexed_text) + 2 <= SIZE.window
        assert tokens(chunk.text) <= SIZE.chunk
    covered = {(chunk.section, place) for chunk in made for place in range(chunk.start, chunk.end)}
    for number, section in enumerate(found):
        missed = [section.text[place] for place in range(len(section.text)) if (number, place) not in covered]
        assert "".join(missed).strip() == ""


@pytest.mark.parametrize("seed", range(6))
def test_every_character_keeps_its_page_through_every_cut(seed: int) -> None:
    blocks = [block for block in random_blocks(seed) if not block.level]
    pages = {}
    for block in blocks:
        for place, letter in enumerate(block.text):
            pages[id(block), place] = (letter, page_at([list(pair) for pair in block.page_breaks], place))
    expected = [(letter, page) for letter, page in pages.values() if not letter.isspace()]
    actual = [
        (letter, page_at([list(pair) for pair in section.page_breaks], place))
        for section in cut(blocks, limit=100)
        for place, letter in enumerate(section.text)
        if not letter.isspace()
    ]
    assert actual == expected


def test_headings_make_paths_and_one_without_text_is_text() -> None:
    blocks = [
        Block("Normas de la biblioteca", 1), Block("Introducción."), Block("Préstamo", 2), Block("Plazos", 3),
        Block("Quince días."), Block("Sanciones", 2), Block("Horario", 2), Block("De 9 a 14 h."),
    ]  # fmt: skip
    found = cut(blocks, title="Normas de la biblioteca")
    assert [(section.title, section.path, section.text) for section in found] == [
        ("Normas de la biblioteca", "Normas de la biblioteca", "Introducción."),
        ("Plazos", "Préstamo › Plazos", "Quince días."),
        ("Sanciones", "Sanciones", "Sanciones"),
        ("Horario", "Horario", "De 9 a 14 h."),
    ]


def test_categories_come_from_the_titles_above() -> None:
    cutting = Cutting(500, {"Clima": ["Playas", "Clima agradable"]})
    blocks = [
        Block("CLIMA", 1),
        Block("Suave."),
        Block("Verano", 2),
        Block("Seco."),
        Block("Comida", 1),
        Block("Rica."),
    ]
    found = sections.cut(blocks, "Sydney", cutting, TOKENS)
    assert [section.categories for section in found] == [
        ("Playas", "Clima agradable"),
        ("Playas", "Clima agradable"),
        (),
    ]


@pytest.mark.parametrize("limit", [80, 150, 2048])
def test_blocks_cover_the_whole_lines_of_each_section(limit: int) -> None:
    for section in cut(random_blocks(3), limit=limit):
        assert [section.text[start:end] for _kind, start, end, _group in section.blocks] == section.text.split("\n")


def test_a_section_is_cut_between_blocks_and_a_lead_in_goes_with_its_list() -> None:
    items = [Block(f"- el apartado número {n} del anexo", kind="item", group=1) for n in range(6)]
    before, lead = Block("Una frase. " * 19 + "Una frase."), Block("Se aporta:", kind="lead_in", group=1)
    room_for_the_lead_in = tokens(before.text) + tokens(lead.text)
    texts = [section.text for section in cut([before, lead, *items], limit=room_for_the_lead_in)]
    assert texts[1].startswith("Se aporta:\n- el apartado número 0")


def test_a_chunk_within_a_list_has_the_lead_in_in_its_context() -> None:
    items = [Block(f"- el documento número {n}, firmado por ambas partes", kind="item", group=1) for n in range(20)]
    made = chunks.cut(cut([Block("Se aporta:", kind="lead_in", group=1), *items]), chunks.Named("Plan"), SIZE, TOKENS)
    assert len(made) > 2
    assert made[0].text.startswith("Se aporta:")
    assert all(chunk.context == "Plan › Normas\nSe aporta:" for chunk in made[1:])


def test_a_row_without_headers_is_not_parted() -> None:
    rows = [Block(f"Sala {n}. Planta baja. · Aforo {n}. Con mesas.", kind="row", group=1) for n in range(30)]
    for chunk in chunks.cut(cut(rows), chunks.Named("Salas"), SIZE, TOKENS):
        assert set(chunk.text.split("\n")) <= {row.text for row in rows}


def test_sentences_and_rows_are_never_parted_unless_longer_than_a_chunk() -> None:
    rows = [Block(f"[Materia] Materia número {n} del plan. Obligatoria · [Créditos] {n}") for n in range(40)]
    prose = [Block(" ".join(f"La frase número {n} habla del plazo de matrícula." for n in range(40)))]
    found = cut(rows + prose)
    ends = {end for section in found for _start, end in sentences.spans(section.text)}
    starts = {start for section in found for start, _end in sentences.spans(section.text)}
    for chunk in chunks.cut(found, chunks.Named("Plan"), SIZE, TOKENS):
        assert chunk.start in starts
        assert chunk.end in ends


def test_chunks_overlap_by_whole_sentences() -> None:
    found = cut([Block(" ".join(f"La frase {n} es breve." for n in range(60)))])
    made = chunks.cut(found, chunks.Named("Plan"), SIZE, TOKENS)
    assert len(made) > 3
    for first, second in pairwise(made):
        assert first.start < second.start < first.end < second.end
        assert tokens(found[0].text[second.start : first.end]) <= SIZE.overlap


def test_an_endless_sentence_is_cut_between_words_after_a_comma() -> None:
    text = ", ".join(f"apartado {n} del anexo" for n in range(100))
    made = chunks.cut(cut([Block(text)]), chunks.Named("Anexo"), SIZE, TOKENS)
    assert all(tokens(chunk.text) <= SIZE.chunk for chunk in made)
    assert all(chunk.text.startswith("apartado") for chunk in made)
    assert all(chunk.text.endswith(",") for chunk in made[:-1])


def test_an_endless_word_is_cut_all_the_same() -> None:
    made = chunks.cut(cut([Block("á" * 3000)]), chunks.Named("Anexo"), SIZE, TOKENS)
    assert "".join(chunk.text for chunk in made) == "á" * 3000


def test_the_context_line_is_short_and_says_title_section_and_date() -> None:
    assert (
        chunks.context(chunks.Named("Normas", "2025-2026"), "Préstamo › Plazos", 40, TOKENS)
        == "Normas › Préstamo › Plazos · 2025-2026"
    )
    assert chunks.context(chunks.Named("Normas"), "Normas", 40, TOKENS) == "Normas"
    long = "Reglamento de evaluación, revisión y reclamación de las calificaciones de los estudios oficiales"
    named = chunks.Named(long, "2024")
    for limit in range(5, 60):
        line = chunks.context(
            named, f"{long} › Capítulo II › Del procedimiento de reclamación ordinaria", limit, TOKENS
        )
        assert tokens(line) <= limit
    assert "Del procedimiento" in chunks.context(named, f"{long} › Del procedimiento", 40, TOKENS)


def test_the_context_line_says_the_words_of_the_file_s_name_where_there_is_room() -> None:
    named = chunks.Named("Normas", "2025-2026", "ubr residencias")
    line = chunks.context(named, "Préstamo", 40, TOKENS)
    assert line == "Normas › Préstamo · 2025-2026 · ubr residencias"
    assert chunks.context(named, "Préstamo", tokens(line) - 1, TOKENS) == "Normas › Préstamo · 2025-2026"


def test_a_heading_that_only_repeats_the_title_is_no_section() -> None:
    blocks = [Block("NORMAS DE USO", 1), Block("Salas", 1), Block("Se reservan en la conserjería.")]
    assert [section.title for section in cut(blocks, title="Normas de uso")] == ["Salas"]
    assert [section.text for section in cut(blocks[:1], title="Normas de uso")] == ["NORMAS DE USO"]


@pytest.mark.parametrize("text", ["palabra " * 3000, "a" * 100_000, "\U0001f600" * 100_000])
def test_no_section_is_longer_than_it_may_be_whatever_it_holds(text: str) -> None:
    found = cut([Block(text.strip())], limit=200)
    assert max(len(section.text) for section in found) <= 1600
    assert "".join("".join(section.text.split()) for section in found) == "".join(text.split())
