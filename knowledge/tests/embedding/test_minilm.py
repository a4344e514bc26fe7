"""The local model against the reference implementation, and the shape of what it returns."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from knowledge.embedding.minilm import MiniLM
from knowledge.embedding.registry import get_embedder

FOLDER = Path(__file__).parent
TEXTS: list[str] = json.loads((FOLDER / "reference_texts.json").read_text())


@pytest.fixture(scope="module")
def model() -> MiniLM:
    embedder = get_embedder()
    assert isinstance(embedder, MiniLM)
    return embedder


def test_vectors_are_those_of_the_reference(model: MiniLM) -> None:
    reference = np.load(FOLDER / "reference_vectors.npy")
    vectors = model.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert abs(vectors - reference).max() <= 1e-4


def test_a_vector_does_not_depend_on_its_batch(model: MiniLM) -> None:
    alone = np.concatenate([model.embed([text]) for text in TEXTS])
    assert abs(model.embed(TEXTS) - alone).max() < 1e-5


def test_rows_have_length_one(model: MiniLM) -> None:
    assert np.linalg.norm(model.embed(TEXTS), axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_rows(model: MiniLM) -> None:
    assert model.embed([]).shape == (0, 384)


def test_only_the_window_is_read(model: MiniLM) -> None:
    window = "library " * 254
    inside, outside = model.embed([window + "fees", "fees " + window])
    (plain,) = model.embed([window])
    assert abs(inside - plain).max() < 1e-6
    assert abs(outside - plain).max() > 1e-3


def test_token_spans_cover_the_words_past_the_window(model: MiniLM) -> None:
    text = "¡Préstamo de libros! " * 200
    spans = model.token_spans(text)
    assert [text[start:end] for start, end in spans[:5]] == ["¡", "Pré", "sta", "mo", "de"]
    assert len(spans) > 1000
    assert text[slice(*spans[-1])] == "!"
    assert model.token_spans("") == []


def test_threads_share_one_model() -> None:
    fresh = MiniLM(threads=1)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(fresh.embed, [TEXTS[:4]] * 8))
    assert all(np.array_equal(result, results[0]) for result in results)
