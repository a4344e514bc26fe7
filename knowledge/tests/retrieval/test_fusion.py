import numpy as np
import pytest

from knowledge.retrieval.config import SearchConfig
from knowledge.retrieval.fusion import diverse, fuse, levelled, linear, normalised, reciprocal_rank


def test_normalised_spans_zero_to_one() -> None:
    assert normalised({1: 2.0, 2: 4.0, 3: 3.0}) == {1: 0.0, 2: 1.0, 3: 0.5}


def test_equal_scores_tell_nothing_apart() -> None:
    assert normalised({1: 7.0, 2: 7.0}) == {1: 0.0, 2: 0.0}
    assert normalised({}) == {}


def test_alpha_weighs_the_lexical_part() -> None:
    dense, lexical = {1: 0.9, 2: 0.1}, {1: 0.0, 2: 1.0}
    assert linear(dense, lexical, alpha=1.6) == {1: pytest.approx(1.0), 2: pytest.approx(1.6)}
    assert linear(dense, lexical, alpha=0.5) == {1: pytest.approx(1.0), 2: pytest.approx(0.5)}


def test_the_union_of_both_lists_is_scored() -> None:
    fused = linear({1: 1.0, 2: 0.0}, {2: 1.0, 3: 0.5, 1: 0.0}, alpha=1.0)
    assert fused == {1: pytest.approx(1.0), 2: pytest.approx(1.0), 3: pytest.approx(0.5)}


def test_fused_scores_are_at_most_one() -> None:
    scores = {1: 0.3, 2: 0.9, 3: -0.2}
    for config in (SearchConfig(), SearchConfig(fusion="rrf"), SearchConfig(alpha=0.0)):
        assert max(fuse(scores, scores, 0.9, config).values()) == pytest.approx(1.0)


def test_words_weigh_little_where_no_text_has_many_of_them() -> None:
    dense, lexical = {1: 0.9, 2: 0.8, 3: 0.1}, {1: 0.0, 2: 1.0, 3: 0.0}
    few, many = (fuse(dense, lexical, most, SearchConfig(alpha=1.0)) for most in (20.0, 1.5))
    assert few[1] > few[2]
    assert many[2] > many[1]


def test_a_query_without_words_is_ranked_by_its_vector() -> None:
    assert fuse({1: 0.9, 2: 0.8}, {}, 0.0, SearchConfig(alpha=1.0)) == {1: 0.5, 2: 0.0}


def test_reciprocal_rank() -> None:
    fused = reciprocal_rank({1: 0.9, 2: 0.5}, {2: 4.0, 1: 3.0, 3: 0.0})
    assert fused == {1: pytest.approx(1 / 61 + 1 / 62), 2: pytest.approx(1 / 62 + 1 / 61)}


def test_diversity_prefers_what_is_new() -> None:
    vectors = {1: np.array([1, 0], np.float32), 2: np.array([1, 0], np.float32), 3: np.array([0, 1], np.float32)}
    scores = {1: 1.0, 2: 0.9, 3: 0.0}
    assert diverse(scores, vectors, 0.0) == [1, 2, 3]
    assert diverse(scores, vectors, 0.6) == [1, 3, 2]


def test_a_language_that_the_model_knows_less_is_raised() -> None:
    languages = dict.fromkeys(range(10), "es") | dict.fromkeys(range(10, 20), "en")
    cosines = dict.fromkeys(range(10), 0.3) | dict.fromkeys(range(10, 20), 0.7)
    found = levelled(cosines, languages, 0.5)
    assert [found[0], found[10]] == pytest.approx([0.5, 0.7])


def test_few_texts_of_a_language_do_not_tell_its_level() -> None:
    languages = dict.fromkeys(range(9), "es") | dict.fromkeys(range(10, 20), "en")
    cosines = dict.fromkeys(languages, 0.2)
    cosines[12] = 0.9
    assert levelled(cosines, languages, 1.0) == cosines
