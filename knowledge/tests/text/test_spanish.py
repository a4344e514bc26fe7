import pytest

from knowledge.text import spanish
from knowledge.text.terms import stem


@pytest.mark.parametrize(
    "forms",
    [
        "pierdo pierden perder perdido pérdida",
        "devuelvo devolver devuelto devolución devoluciones",
        "apruebo aprueban aprobar aprobado",
        "atiende atienden atender",
        "renuevan renovar renovación",
        "recomienda recomendado",
        "encuentra encontrar",
        "pido pidió pedir pedido",
        "repite repetir repitiendo",
        "abre abren abierto abrir abierta",
        "inscribirse inscrito inscripción",
        "sigue seguir",
        "descuento descontar",
        "cierre cierra cerrado cerrar",
    ],
)
def test_irregular_forms_of_a_verb_share_a_stem(forms: str) -> None:
    assert len({stem(form, "es") for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["suelo solo", "bueno bono", "dueño don", "luego logo", "queja coja", "nuevo novio"])
def test_other_words_stay_apart(pair: str) -> None:
    one, other = pair.split()
    assert stem(one, "es") != stem(other, "es")


@pytest.mark.parametrize("found", ["pierd", "encuentr", "devolu", "mid", "abre", "huelg", "cierr", "matricul"])
def test_what_a_stem_was_made_of_is_known(found: str) -> None:
    made = spanish.regular(found)
    assert found in {made, *spanish.irregular(made)}
