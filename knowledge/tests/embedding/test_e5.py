"""The local model against a reference in float32, and the shape of what it returns."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from knowledge.embedding import e5_graph
from knowledge.embedding.e5 import E5, LOWER_FILE, PASSAGE, QUERY, UPPER_FILE
from knowledge.embedding.e5_tokenizer import END, START
from knowledge.embedding.registry import get_embedder

FOLDER = Path(__file__).parent
TEXTS: list[str] = json.loads((FOLDER / "reference_texts.json").read_text())


@pytest.fixture(scope="module")
def model() -> E5:
    embedder = get_embedder()
    assert isinstance(embedder, E5)
    return embedder


def test_the_committed_graphs_are_a_fresh_build() -> None:
    same = (e5_graph.lower(), e5_graph.upper()) == (LOWER_FILE.read_bytes(), UPPER_FILE.read_bytes())
    assert same, "run python -m knowledge.embedding.e5_graph and commit"


def test_vectors_are_near_those_of_the_reference(model: E5) -> None:
    reference = np.load(FOLDER / "reference_vectors.npy").astype(np.float32)
    vectors = model.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert (vectors * reference).sum(axis=1).min() >= 0.99


def test_a_vector_does_not_depend_on_what_else_is_embedded(model: E5) -> None:
    alone = np.concatenate([model.embed([text]) for text in TEXTS])
    assert np.array_equal(model.embed(TEXTS), alone)
    assert np.array_equal(model.embed(TEXTS[::-1]), alone[::-1])


def test_rows_have_length_one(model: E5) -> None:
    assert np.linalg.norm(model.embed(TEXTS), axis=1) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(model.embed_query(TEXTS[0])) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_rows(model: E5) -> None:
    assert model.embed([]).shape == (0, 384)


def test_questions_and_passages_are_told_apart(model: E5) -> None:
    text = "Where is the library?"

    def mean(prefix: str) -> np.ndarray:
        states = model.states([START, *model.tokenizer.ids(prefix + text), END]).mean(axis=0)
        return states / np.linalg.norm(states)

    assert model.embed([text])[0] == pytest.approx(mean(PASSAGE), abs=1e-5)
    assert model.embed_query(text) == pytest.approx(mean(QUERY), abs=1e-5)
    assert abs(model.embed_query(text) - model.embed([text])[0]).max() > 1e-3


def test_a_question_is_nearest_to_its_answer_in_another_language(model: E5) -> None:
    passages = model.embed(["Os préstamos duran quince días.", "The rector chairs the council.", "Hoy hay paella."])
    assert (passages @ model.embed_query("How long may I keep a book?")).argmax() == 0


def test_only_the_window_is_read(model: E5) -> None:
    window = "libro " * 254
    inside, outside, plain = model.embed([window + "tasas", "tasas " + window, window])
    assert np.array_equal(inside, plain)
    assert abs(outside - plain).max() > 1e-3


def test_a_window_of_500_tokens_is_possible() -> None:
    wide = E5(threads=1, window=500)
    texts = ["libro " * 497 + "tasas", "libro " * 498 + "tasas", "libro " * 498]
    inside, outside, plain = wide.embed(texts)
    assert not np.array_equal(inside, plain)
    assert np.array_equal(outside, plain)


def test_states_of_the_lower_layers_are_those_of_the_tokens_given(model: E5) -> None:
    ids = [START, *model.tokenizer.ids("Un texto breve."), END]
    states = model.lower_states(ids)
    assert states.shape == (len(ids), 384)
    assert states.dtype == np.float32
    assert not np.array_equal(states, model.states(ids))


def test_threads_share_one_model(model: E5) -> None:
    fresh = E5(threads=2)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(fresh.embed, [TEXTS[:4]] * 8))
    assert all(np.array_equal(result, model.embed(TEXTS[:4])) for result in results)
