from datetime import date, datetime

import pytest

from knowledge.ingestion.extract.errors import BadMetadata
from knowledge.ingestion.metadata import DocumentMetadata, from_file_name, from_mapping, language_code


def test_a_file_name_fills_in_course_year_and_language() -> None:
    expected = DocumentMetadata(course="Sistemas operativos", academic_year="2025-2026", language="es")
    assert from_file_name("sistemas-operativos_2025-2026_es") == expected
    assert from_file_name("sistemas-operativos_2025_cas") == expected
    assert from_file_name("614G01001_2025-26_GAL").course == "614G01001"


@pytest.mark.parametrize("name", ["normativa", "normativa_de_permanencia", "a_2025-2027_es", "a_2025-2026_v2"])
def test_other_file_names_say_nothing(name: str) -> None:
    assert from_file_name(name) == DocumentMetadata()


def test_keys_are_read_and_unknown_ones_ignored() -> None:
    values = {
        "title": "Normas", "lang": "gl-ES", "year": 2025, "modified": date(2024, 9, 12), "color": "blue",
        "published": datetime(2024, 9, 1, 10, 0), "categories": "Praias, Natureza, Praias", "visibility": "Student",
    }  # fmt: skip
    read = from_mapping(values)
    assert (read.title, read.language, read.academic_year) == ("Normas", "gl", "2025-2026")
    assert (read.modified_on, read.published_on) == (date(2024, 9, 12), date(2024, 9, 1))
    assert (read.categories, read.visibility) == (("Praias", "Natureza"), "student")


@pytest.mark.parametrize(
    "values",
    [
        {"visibility": "secret"}, {"modified": "yesterday"}, {"year": "first"}, {"lang": "Portuguese"},
        {"title": ["a"]}, {"url": "javascript:alert(1)"}, {"categories": {"a": 1}},
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_understood_is_told(values: dict[str, object]) -> None:
    with pytest.raises(BadMetadata, match=next(iter(values))):
        from_mapping(values)


def test_what_is_said_first_wins() -> None:
    merged = DocumentMetadata(title="A", course="C").over(DocumentMetadata(title="B", language="es"))
    assert merged == DocumentMetadata(title="A", course="C", language="es")


def test_any_language_has_a_code_and_an_undetermined_one_none() -> None:
    codes = ("es_ES", "glg", "EN", "pt-BR", "ca-valencia", "fra", "und", "Spanish", "")
    assert [language_code(text) for text in codes] == ["es", "gl", "en", "pt", "ca", "fr", "", "", ""]
    assert from_mapping({"lang": "und"}).language == ""
