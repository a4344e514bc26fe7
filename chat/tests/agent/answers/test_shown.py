import pytest

from chat.agent.answers.citations import shown


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("[4 de xullo] Día da Universidade", "4 de xullo: Día da Universidade"),
        ("[Perfil] Doutoramento · [Obras] 35 · [Prazo] 30 días", "Doutoramento — Obras: 35; Prazo: 30 días"),
        ("[Valor] 450 €", "450 €"),
        ("[Días] 30 días", "30 días"),
    ],
)
def test_a_row_is_read_as_a_sentence(quote: str, said: str) -> None:
    assert shown(quote, "") == said
