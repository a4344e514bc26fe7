"""The reader model is trained on windows that are cut as the product cuts them."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from chat.agent.answers.reader.reader import Reader
from knowledge.embedding.e5 import E5
from training.pack import Pack
from training.windows import RIGHT, UNKNOWN, Questions

QUESTION = "¿Hasta cuándo se puede anular la matrícula de una materia?"
HEADING = "Normas de matrícula (curso 2026-2027) › Título II. De los plazos › Anulación"
BEFORE = "La secretaría publica los plazos en el tablón de cada centro. " * 12
ANSWER = "hasta el 15 de diciembre"
SENTENCE = f"La matrícula de una materia se anula {ANSWER}."
TEXT = f"{HEADING}\n{BEFORE}{SENTENCE} {BEFORE}"


@pytest.fixture(scope="module")
def embedder() -> E5:
    return E5(threads=1)


@pytest.fixture
def questions(embedder: E5, tmp_path: Path) -> Questions:
    start = TEXT.index(SENTENCE)
    answer = TEXT.index(ANSWER)
    quotes = [
        [len(HEADING) + 1, start, "wrong"],
        [start, start + len(SENTENCE), "right", answer, answer + len(ANSWER)],
        [start + len(SENTENCE) + 1, len(TEXT), "unknown"],
    ]
    pack = Pack(embedder.tokenizer, random.Random(1))
    pack.add(QUESTION, [{"text": TEXT, "quotes": quotes}], True, "own")
    pack.add(
        QUESTION,
        [{"text": f"{HEADING}\nAbierta.", "quotes": [[len(HEADING) + 1, len(HEADING) + 9, "wrong"]]}],
        False,
        "own",
    )
    np.savez(tmp_path / "pack.npz", **pack.arrays())
    return Questions(tmp_path / "pack.npz")


def test_they_hold_what_the_product_reads(embedder: E5, questions: Questions, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[list[int]] = []

    def remember(_reader: Reader, ids: Sequence[int]) -> np.ndarray:
        read.append(list(ids))
        return np.zeros((len(ids), 3), np.float32)

    monkeypatch.setattr(Reader, "_token_scores", remember)
    monkeypatch.setattr(Reader, "_loaded", None)
    Reader(embedder, threads=1).read(QUESTION, [TEXT])

    vocabulary = questions.arrays["vocabulary"]
    assert len(read) > 2
    assert [vocabulary[window.ids].tolist() for window in questions.windows(0, 0)] == read


def test_the_answer_is_where_it_stands(embedder: E5, questions: Questions) -> None:
    (window,) = (one for one in questions.windows(0, 0) if one.holds(RIGHT))
    ((_, _, _, first, last),) = (quote for quote in window.quotes if quote[2] == RIGHT)
    assert questions.arrays["vocabulary"][window.ids[first : last + 1]].tolist() == embedder.tokenizer.ids(ANSWER)


def test_a_quote_that_may_be_right_too_is_never_shown_as_a_wrong_one(questions: Questions) -> None:
    chance = np.random.default_rng(1)
    for _ in range(50):
        drawn = questions.drawn(0, 3, chance)
        assert any(window.holds(RIGHT) for window in drawn) or not any(window.holds(UNKNOWN) for window in drawn)


def test_a_question_without_an_answer_keeps_its_windows(questions: Questions) -> None:
    assert questions.answerable.tolist() == [True, False]
    (window,) = questions.drawn(1, 8, np.random.default_rng(1))
    assert not window.holds(RIGHT)
