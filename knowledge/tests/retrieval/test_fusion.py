import pytest

from knowledge.retrieval.fusion import linear, normalised


def test_normalised_spans_zero_to_one() -> None:
    assert normalised({1: 2.0, 2: 4.0, 3: 3.0}) == {1: 0.0, 2: 1.0, 3: 0.5}


def test_equal_scores_tell_nothing_apart() -> None:
    assert normalised({1: 7.0, 2: 7.0}) == {1: 0.0, 2: 0.0}
    assert normalised({}) == {}


def test_alpha_weighs_the_lexical_part() -> None:
    dense, lexical = {1: 0.9, 2: 0.1}, {1: 0.0, 2: 5.0}
    assert linear(dense, lexical, alpha=1.6) == {1: pytest.approx(1.0), 2: pytest.approx(1.6)}
    assert linear(dense, lexical, alpha=0.5) == {1: pytest.approx(1.0), 2: pytest.approx(0.5)}


def test_the_union_of_both_lists_is_scored() -> None:
    fused = linear({1: 1.0, 2: 0.0}, {2: 1.0, 3: 0.5, 1: 0.0}, alpha=1.0)
    assert fused == {1: pytest.approx(1.0), 2: pytest.approx(1.0), 3: pytest.approx(0.5)}
