import pytest

from chat.agent.retrieval.searches import topic
from chat.agent.retrieval.sides import choices, sides


@pytest.mark.parametrize(
    ("question", "names", "queries"),
    [
        ("Perth vs Melbourne", ["Perth", "Melbourne"], ["Perth", "Melbourne"]),
        ("¿En qué se diferencian Perth y Melbourne?", ["Perth", "Melbourne"], ["Perth", "Melbourne"]),
        (
            "En que se diferencian a matrícula parcial e a completa?",
            ["a matrícula parcial", "a completa"],
            ["a matrícula parcial", "a completa"],
        ),
        (
            "¿Qué diferencia hay entre el préstamo de grado y el de doctorado?",
            ["el préstamo de grado", "el de doctorado"],
            ["el préstamo de grado", "el de doctorado"],
        ),
        (
            "What is the difference between undergraduate and doctoral loans?",
            ["undergraduate", "doctoral loans"],
            ["undergraduate", "doctoral loans"],
        ),
        (
            "Compara el clima de Perth, Sídney y Melbourne",
            ["el clima de Perth", "Sídney", "Melbourne"],
            ["el clima de Perth", "Sídney", "Melbourne"],
        ),
        ("How do Perth and Sydney differ in climate?", ["Perth", "Sydney"], ["climate Perth", "climate Sydney"]),
        (
            "¿Dónde hace más calor, en Perth o en Melbourne?",
            ["en Perth", "en Melbourne"],
            ["hace calor en Perth", "hace calor en Melbourne"],
        ),
        (
            "En cal acabou máis tarde a docencia, 2016/17 ou 2023/24, e que día foi?",
            ["2016/17", "2023/24"],
            ["acabou tarde docencia día 2016/17", "acabou tarde docencia día 2023/24"],
        ),
        (
            "Rain per month: Perth versus the coast at Sydney?",
            ["Perth", "the coast at Sydney"],
            ["Rain per month Perth", "Rain per month the coast at Sydney"],
        ),
        (
            "total price of the night train versus the bus?",
            ["total price of the night train", "the bus"],
            ["total price of the night train", "the bus"],
        ),
        ("¿Qué plazo hay para la matrícula?", [], []),
    ],
)
def test_sides_are_found_with_what_is_asked_of_them(question: str, names: list[str], queries: list[str]) -> None:
    found = sides(question) or choices(question)
    assert [side.name for side in found] == names
    assert [side.query for side in found] == queries


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("Resume las normas de la biblioteca", "las normas de la biblioteca"),
        ("Fai un resumo das normas de permanencia", "normas de permanencia"),
        ("Can you give me an overview of the library rules?", "the library rules"),
        ("¿Puedes resumirme el reglamento de becas?", "el reglamento de becas"),
        ("resúmeme la guía de Redes", "la guía de Redes"),
        ("Resumen", "Resumen"),
    ],
)
def test_the_topic_of_a_summary(question: str, about: str) -> None:
    assert topic(question) == about
