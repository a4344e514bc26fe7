"""Weights that are missing or not the expected ones are said so, with what to do."""

from pathlib import Path

import pytest

from knowledge.embedding import e5_weights
from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_weights import WeightsError


def test_the_installed_weights_are_the_expected_ones() -> None:
    e5_weights.verify(e5_weights.path())


def test_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / e5_weights.FILE).write_bytes(b"something else")
    with pytest.raises(WeightsError, match=r"sha256 .* instead of 1571.*make setup"):
        e5_weights.verify(tmp_path / e5_weights.FILE)


def test_missing_weights_are_said_so(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"cannot be read.*make setup"):
        e5_weights.verify(tmp_path / e5_weights.FILE)


def test_a_missing_package_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(e5_weights, "PACKAGE", "a_package_that_is_not_installed")
    with pytest.raises(WeightsError, match=r"is missing.*make setup"):
        E5().embed(["text"])
