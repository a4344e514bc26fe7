"""What was embedded once is not embedded again, and is the same."""

import numpy as np
import pytest

from knowledge.embedding import remembered
from knowledge.embedding.e5 import E5
from knowledge.embedding.registry import get_embedder


def test_vectors_are_the_models_and_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["Where is the library?", "The library is in Rúa Nova.", "Where is the library?"]
    first = remembered.vectors(texts)
    assert np.array_equal(first, get_embedder().embed(texts))
    monkeypatch.setattr(E5, "embed", lambda *_: pytest.fail("embedded again"))
    assert np.array_equal(remembered.vectors(texts[1:]), first[1:])


def test_a_question_is_remembered_apart_from_a_passage(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Where is the library of law?"
    first = remembered.query_vector(text)
    assert np.array_equal(first, get_embedder().embed_query(text))
    assert not np.array_equal(first, remembered.vectors([text])[0])
    monkeypatch.setattr(E5, "embed_query", lambda *_: pytest.fail("embedded again"))
    assert np.array_equal(remembered.query_vector(text), first)


def test_what_was_not_asked_for_the_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MAX_VECTORS", 2)
    remembered.vectors(["one", "two"])
    remembered.vectors(["one"])
    remembered.vectors(["three"])
    assert list(remembered._passages._known) == ["one", "three"]


def test_no_texts_have_no_vectors() -> None:
    assert remembered.vectors([]).shape == (0, 384)
