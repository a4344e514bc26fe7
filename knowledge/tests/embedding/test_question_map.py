"""A question's vector stands nearer to what answers it than the embedding model puts it."""

import numpy as np
import pytest

from knowledge.embedding import remembered
from knowledge.embedding.question_map import mapped, search_vector
from knowledge.embedding.registry import get_embedder

# What happened to somebody, and what a rule says of it in words of its own.
ASKED = [
    ("me han pillado copiando, qué me pasa?", "El uso de medios fraudulentos supone la calificación de cero."),
    (
        "perdín o tren e non cheguei ao exame, podo facelo outro día?",
        "Quen por causa de forza maior non concorra a unha proba disporá dunha nova data.",
    ),
    ("my father died, do they wait for my payment?", "Fallecido un familiar directo, el abono se aplaza un mes."),
    ("trabajo por las tardes, tengo que ir a clase?", "La asistencia es obligatoria salvo dispensa por causa laboral."),
    ("perdí el carné", "El duplicado de la tarjeta universitaria se solicita en conserjería y cuesta 6 €."),
    ("non estou de acordo coa nota", "A revisión da cualificación solicítase nos tres días seguintes."),
    ("can I bring my laptop to the test?", "Durante las pruebas no se permite el uso de dispositivos electrónicos."),
    ("se me pasó el plazo para pagar", "El impago de un recibo a su vencimiento lleva un recargo del 10 %."),
    ("quero deixar a carreira a metade", "A anulación total da matrícula pódese pedir ata o 31 de decembro."),
    ("how many books can I take home?", "El préstamo es de un máximo de quince obras durante veintiún días."),
]


def ahead(questions: np.ndarray, answers: np.ndarray) -> float:
    """How much nearer its own answer stands to a question than the others' do: mean over all pairs of both."""
    cosines = questions @ answers.T
    own = np.diag(cosines)
    return float(np.mean(own[:, None] - cosines) / np.std(cosines))


def test_what_answers_comes_nearer() -> None:
    answers = get_embedder().embed([answer for _question, answer in ASKED])
    before = np.stack([remembered.query_vector(question) for question, _answer in ASKED])
    after = np.stack([search_vector(get_embedder(), question) for question, _answer in ASKED])
    assert ahead(after, answers) > ahead(before, answers)


def test_a_vector_keeps_its_length() -> None:
    vector = search_vector(get_embedder(), "cando abre a biblioteca?")
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_map_of_nothing_changes_nothing() -> None:
    vectors = get_embedder().embed(["one", "two"])
    size = vectors.shape[1]
    none = np.zeros((size, size), np.float32), np.zeros(size, np.float32)
    assert np.allclose(mapped(vectors, *none), vectors, atol=1e-6)


def test_other_models_have_their_own_vectors() -> None:
    class Other:
        name = "another"

        def embed_query(self, text: str) -> np.ndarray:
            return np.array([len(text), 0], np.float32)

    assert search_vector(Other(), "four").tolist() == [4, 0]  # type: ignore[arg-type]
