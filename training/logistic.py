"""Multinomial logistic regression on vectors, by plain numpy: the same examples give the same weights."""

import numpy as np
from numpy.typing import NDArray

from chat.agent.question_classifier import Matrix, softmax

STEPS = 1500
SEED = 1
FOLDS = 8


def fit(vectors: Matrix, classes: NDArray[np.int64], weights: Matrix, ridge: float) -> Matrix:
    """(dimensions + 1, classes) for the vectors as they are; `weights` say how much each example counts.

    Nesterov's accelerated descent on standardised vectors; the ridge is on the mean loss.
    """
    mean, scale = vectors.mean(0), vectors.std(0) * np.float32(vectors.shape[1] ** 0.5)
    seen = np.hstack([(vectors - mean) / scale, np.ones((len(vectors), 1), np.float32)])
    share = (weights / weights.sum()).astype(np.float32)[:, None]
    truth = np.eye(classes.max() + 1, dtype=np.float32)[classes]
    step = np.float32(1 / (np.linalg.eigvalsh(seen.T @ (seen * share))[-1] / 2 + ridge))
    found = ahead = np.zeros((seen.shape[1], truth.shape[1]), np.float32)
    pace = 1.0
    for _ in range(STEPS):
        gradient = seen.T @ ((softmax(seen @ ahead) - truth) * share) + np.float32(ridge) * ahead
        after = ahead - step * gradient
        pace, before = (1 + (1 + 4 * pace * pace) ** 0.5) / 2, pace
        ahead, found = after + np.float32((before - 1) / pace) * (after - found), after
    return np.vstack([found[:-1] / scale[:, None], found[-1:] - (mean / scale) @ found[:-1]]).astype(np.float32)


def held_out(vectors: Matrix, classes: NDArray[np.int64], weights: Matrix, groups: list[str], ridge: float) -> Matrix:
    """(examples, classes): the probabilities by classifiers that saw no example of the same group."""
    names = sorted(set(groups))
    fold_of = dict(zip(names, np.random.default_rng(SEED).permutation(len(names)) % FOLDS, strict=True))
    folds = np.array([fold_of[group] for group in groups])
    found = np.zeros((len(vectors), classes.max() + 1), np.float32)
    for fold in range(FOLDS):
        test, train = folds == fold, folds != fold
        fitted = fit(vectors[train], classes[train], weights[train], ridge)
        found[test] = softmax(vectors[test] @ fitted[:-1] + fitted[-1])
    return found
