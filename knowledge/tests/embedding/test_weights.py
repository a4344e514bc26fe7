"""Weights that are missing or not the expected ones are said so, with what to do."""

from pathlib import Path

import pytest

from knowledge.embedding import weights
from knowledge.embedding.minilm import MiniLM


def test_the_installed_weights_are_the_expected_ones() -> None:
    weights.verify(weights.folder())


def test_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / weights.FILE).write_bytes(b"something else")
    with pytest.raises(weights.WeightsError, match=r"sha256 .* instead of 53aa.*make setup"):
        weights.verify(tmp_path)


def test_missing_weights_are_said_so(tmp_path: Path) -> None:
    with pytest.raises(weights.WeightsError, match=r"cannot be read.*make setup"):
        weights.verify(tmp_path)


def test_a_missing_package_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "PACKAGE", "a_package_that_is_not_installed")
    with pytest.raises(weights.WeightsError, match=r"is missing.*make setup"):
        MiniLM().embed(["text"])
