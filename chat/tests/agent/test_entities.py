import pytest

from chat.agent.llm.embedded.entities import academic_year


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("¿Qué peso tiene el examen en 2025-2026?", "2025-2026"),
        ("o curso 2024/25", "2024-2025"),
        ("in 2024–2025", "2024-2025"),
        ("cambios entre 2024-2025 y 2025-2026", ""),
        ("el 2025-03-12", ""),
        ("RD 2010-2015", ""),
        ("sin año", ""),
    ],
)
def test_academic_year(text: str, year: str) -> None:
    assert academic_year(text) == year
