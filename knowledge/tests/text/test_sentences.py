import random

import pytest

from knowledge.text import sentences

ONE = [
    "Según el art. 12 del reglamento, el plazo es de 10 días.",
    "La Dra. Ana Souto y D.ª María Leal firman el acta.",
    "Se admiten documentos (p. ej. el DNI) hasta las 8.15 h del lunes.",
    "O prezo é de 1.000 euros, segundo a páx. 3 e o núm. 4.",
    "Bring an identity document, e.g. A passport, to Prof. J. R. Smith.",
    "Hasta el 15 sept. 2024 se puede presentar.",
    "Véanse las págs. 12 y ss. del vol. 3.",
    "1. Presentar la solicitud en el registro",
    "- 2.3. Entregar el justificante",
    "Artículo 12. El préstamo dura quince días.",
    "Artigo 3.º. O prazo remata en maio.",
    "a) La primera opción",
    "Tel. 981 000 000, ext. 12",
    "Conserjería: 881 811 000, int. 5521, fax. 5522",
    "C.P. 15001, cód. 12",
    "¿Y si no llego? preguntó.",
    "Consulte www.example.org/normas.html para más datos.",
    "No. 5 Smith St. Sydney",
    "[Plazo] 15 días. Hábiles · [Órgano] Secretaría. Registro general",
    "Lunes · [9:00] Álgebra. Aula 3 · [11:00] Física",
    "[1] Uno. Dos · [2] Tres. Cuatro",
]
TWO = [
    ("El plazo es de 10 días.", "Después no se admite."),
    ("¿Cuándo empieza?", "¡Mañana!"),
    ("O curso comeza en setembro de 2024.", "As aulas abren ás 8.30 h."),
    ("Traiga DNI, fotos, etc.", "Luego pase por caja."),
    ("Abre a las 9 h.", "Cierra a las 14 h."),
    ("It was said: «No way.»", "Then they left."),
    ("La tasa es de 20 €.", "25 alumnos la pagaron."),
    ("Es el fin… ", "Empieza otro."),
    ("Según el artículo 5.", "La norma es clara."),
    ("1. Pedir cita.", "Después, acudir."),
    ("Está en EE. UU.", "Vuelve en mayo."),
    ("No.", "Nunca se admite."),
    ("B. Lugar: Sala 5.", "C. Duración: dos horas."),
    ("[12] Leal, M. (2020).", "El libro de las mareas."),
]


@pytest.mark.parametrize("text", ONE)
def test_one_sentence(text: str) -> None:
    assert sentences.split(text) == [text]


@pytest.mark.parametrize(("first", "second"), TWO)
def test_two_sentences(first: str, second: str) -> None:
    assert sentences.split(f"{first} {second}") == [first.strip(), second]


def test_each_line_stands_alone() -> None:
    text = "Requisitos:\n- Ser alumno\n\n- Tener carné.  \r\n[Mes] mayo · [Día] 3\n"
    assert sentences.split(text) == ["Requisitos:", "- Ser alumno", "- Tener carné.", "[Mes] mayo · [Día] 3"]


def test_blank_texts_have_no_sentences() -> None:
    assert sentences.spans("") == []
    assert sentences.spans(" \n\t\n ") == []


def test_spans_cover_everything_but_blanks_for_any_text() -> None:
    source = random.Random(7)
    alphabet = "ab Z.. !?¿\n\n1[]()·«»…\t ñ"
    for _ in range(500):
        text = "".join(source.choice(alphabet) for _ in range(source.randrange(60)))
        kept, previous = "", 0
        for start, end in sentences.spans(text):
            assert previous <= start < end
            assert text[previous:start].strip() == ""
            kept += text[start:end]
            previous = end
        assert "".join(kept.split()) == "".join(text.split())


def test_long_runs_of_one_character_do_not_stall() -> None:
    for text in ("." * 200_000, '."' * 100_000, "A. " * 50_000, "x" * 200_000):
        assert len(sentences.spans(text)) == 1
