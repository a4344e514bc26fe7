"""Figures, dates, names and codes: what says the same in other letters, and what does not."""

import pytest

from chat.agent.verification.atoms import of_claim, of_source


def missing(claim: str, source: str, language: str = "es") -> list[str]:
    """Figures, dates and codes; names are looked up in the words of a source."""
    served = of_source(source)
    return [atom.text for atom in of_claim(claim, language) if atom.kind != "name" and not atom.keys & served]


@pytest.mark.parametrize(
    ("claim", "source", "language"),
    [
        ("pesa un 1,5 %", "weighs 1.5%", "es"),
        ("25.570 estudiantes", "25570 students, or 25,570", "es"),
        ("trinta e cinco libros", "35 libros", "gl"),
        ("thirty-five books for two weeks", "35 libros durante 2 semanas", "en"),
        ("el 12/09/2024", "o 12 de setembro de 2024", "es"),
        ("on September 12, 2024", "12/09/2024", "en"),
        ("el 3 de julio", "del 1 al 3 de julio de 2025", "es"),
        ("el 1 de julio", "del 1 al 3 de julio de 2025", "es"),
        ("from 2 pm", "de 14:00 a 16:00", "en"),
        ("until 10:30 pm", "ata as 22:30", "en"),
        ("until 10.30 p.m.", "hasta las 22:30", "en"),
        ("at 12 am", "ás 00:00", "en"),
        ("at 12 pm", "ás 12:00", "en"),
        ("at 12:30 a.m.", "ás 00:30", "en"),
        ("los lunes de 10:00 a 14:00", "Luns de 10 a 14 h", "es"),
        ("en el curso 2025/26", "2025-2026", "es"),
        ("Programación II", "Programación 2", "es"),
        ("código 630G02V01 del art. 12.3", "630G02V01 y artículo 12.3", "es"),
        ("la Ley 30/2015", "Lei 30/2015", "es"),
        ("ana@bretema.example o https://bretema.example/x/", "ANA@bretema.example, www.bretema.example/x", "es"),
        ("981 16 70 00", "981167000", "es"),
        ("de 10 a 20 días", "10-20 días", "es"),
        ("por un libro de dos a tres", "2 o 3", "es"),
        ("el 50 por ciento", "50 %", "es"),
        ("el segundo curso, 2.º cuatrimestre", "2º curso", "gl"),
    ],
)
def test_the_same_is_known_again(claim: str, source: str, language: str) -> None:
    assert missing(claim, source, language) == []


@pytest.mark.parametrize(
    ("claim", "source", "absent"),
    [
        ("pesa un 15 %", "1,5 %", "15"),
        ("35 días", "35 horas", "35"),
        ("cuatro semanas", "3 semanas", "cuatro"),
        ("el 13/09/2024", "12/09/2024", "13/09/2024"),
        ("el 12/09/2025", "12 de septiembre de 2024", "12/09/2025"),
        ("en agosto", "en julio", "agosto"),
        ("los martes", "los lunes", "martes"),
        ("a las 10:30", "a las 10:00", "10:30"),
        ("a las 17:00", "at 10:05 pm", "17:00"),
        ("a las 15:00", "a las 10.15 h", "15:00"),
        ("2024-2025", "2025-2026", "2024-2025"),
        ("630G02V02", "630G02V01", "630G02V02"),
        ("eva@bretema.example", "ana@bretema.example", "eva@bretema.example"),
        ("981 16 70 01", "981167000", "981 16 70 01"),
        ("Programación III", "Programación II", "III"),
    ],
)
def test_another_is_missed(claim: str, source: str, absent: str) -> None:
    assert missing(claim, source) == [absent]


def names(text: str) -> list[str]:
    return [atom.text for atom in of_claim(text, "es") if atom.kind == "name" and "perhaps" not in atom.keys]


def test_names_are_words_with_a_capital_where_none_is_due() -> None:
    assert names("La decana es Olalla Raxeira Dorna, de la Facultad.") == ["Olalla", "Raxeira", "Dorna", "Facultad"]
    assert names("Coordina Olalla Raxeira. Antes no.") == ["Olalla", "Raxeira"]
    assert names("Según Olalla, en Enero no. Después sí.") == ["Olalla"]
