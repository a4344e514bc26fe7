"""Entries of the catalogue as sources that are cited and opened."""

from dataclasses import replace

import pytest

from knowledge.catalogue.entries import Entry, EntryName, find, is_entry
from knowledge.tests.catalogue import sample

NAME = EntryName("person", "noa-pedrazo-fontes", "en")


def entry(name: EntryName) -> Entry:
    found = find(name, sample.catalogue())
    assert found is not None
    return found


@pytest.mark.parametrize("name", [NAME, EntryName("course", "914G01015", "gl")])
def test_a_name_is_read_as_it_is_written(name: EntryName) -> None:
    assert EntryName.parse(str(name)) == name


@pytest.mark.parametrize("text", ["guide.pdf", "catalogue/course/914G01015", "catalogue/programme/914G01/es", ""])
def test_what_names_no_entry(text: str) -> None:
    assert EntryName.parse(text) is None


def test_an_entry_that_is_gone() -> None:
    assert find(EntryName("course", "000", "es"), sample.catalogue()) is None


def test_each_fact_can_be_quoted_by_itself() -> None:
    passage = entry(EntryName("course", "914G01015", "es")).passage(2, score=1.0, dense=0.8)
    quoted = [passage.section_text[block.start : block.end] for block in passage.blocks]
    assert quoted == [
        "Código: 914G01015",
        "Titulación: Grado en Ingeniería Informática",
        "Profesorado: Roi Xistral Penas, Noa Pedrazo Fontes",
    ]
    assert passage.title == "Catálogo: Sistemas Operativos"
    assert is_entry(passage)
    assert not is_entry(replace(passage, document_id=7))


def test_it_speaks_the_language_that_is_asked_for() -> None:
    found = entry(NAME)
    assert found.title == "Catalogue: Noa Pedrazo Fontes"
    assert found.text.splitlines() == [
        "Role: Lecturer",
        "Office hours: Thursdays from 15:00 to 18:00",
        "Courses: Operating Systems, Systems Administration",
    ]
