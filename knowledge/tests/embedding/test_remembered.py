"""What was embedded once is not embedded again, and is the same."""

import numpy as np
import pytest

from knowledge.embedding import remembered
from knowledge.embedding.minilm import BATCH, MiniLM, _cuts
from knowledge.embedding.registry import get_embedder


def test_vectors_are_the_models_and_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["Where is the library?", "The library is in Rúa Nova.", "Where is the library?"]
    first = remembered.vectors(texts)
    assert np.abs(first - get_embedder().embed(texts)).max() < 1e-5
    monkeypatch.setattr(MiniLM, "embed", lambda *_: pytest.fail("embedded again"))
    assert np.array_equal(remembered.vectors(texts[1:]), first[1:])


def test_what_was_not_asked_for_the_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    remembered.vectors(["one", "two"])
    remembered.vectors(["one"])
    remembered.vectors(["three"])
    assert list(remembered._known) == ["one", "three"]


def test_no_texts_have_no_vectors() -> None:
    assert remembered.vectors([]).shape == (0, 384)


def test_batches_hold_every_text_once_and_no_long_one_pads_the_short() -> None:
    lengths = [9, 10, 10, 11, 90, 95]
    assert sorted((cut.start, cut.stop) for cut in _cuts(lengths)) == [(0, 4), (4, 6)]
    places = [place for cut in _cuts([20] * 50) for place in range(cut.start, cut.stop)]
    assert sorted(places) == list(range(50))
    assert all(cut.stop - cut.start <= BATCH for cut in _cuts([20] * 50))
    assert list(_cuts([])) == []
