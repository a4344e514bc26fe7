"""Logistic functions fitted by Newton's method, in plain numpy: few weights, the same data give the same ones."""

from collections.abc import Sequence

import numpy as np

STEPS = 60


def fit_listwise(rows: Sequence[np.ndarray], right: Sequence[np.ndarray], ridge: float) -> np.ndarray:
    """Weights (d,) of a softmax over the rows (n, d) of each question, some of which are right."""
    weights = np.zeros(rows[0].shape[1])
    for _ in range(STEPS):
        gradient, hessian = -ridge * weights, -ridge * np.eye(len(weights))
        for one, truth in zip(rows, right, strict=True):
            shares = _softmax(one @ weights)
            wanted = shares * truth / (shares * truth).sum()
            mean = shares @ one
            gradient = gradient + one.T @ (wanted - shares)
            hessian = hessian - ((one.T * shares) @ one - np.outer(mean, mean))
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def fit_logistic(rows: np.ndarray, truth: np.ndarray, ridge: float) -> np.ndarray:
    """Weights (d,) of a logistic function of the rows (n, d)."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        shares = 1 / (1 + np.exp(-np.clip(rows @ weights, -50, 50)))
        gradient = rows.T @ (truth - shares) - ridge * weights
        hessian = -(rows.T * (shares * (1 - shares))) @ rows - ridge * np.eye(len(weights))
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def area_under_curve(scores: np.ndarray, truth: np.ndarray) -> float:
    right, wrong = scores[truth], scores[~truth]
    return float((right[:, None] > wrong[None]).mean() + 0.5 * (right[:, None] == wrong[None]).mean())


def _softmax(logits: np.ndarray) -> np.ndarray:
    shares: np.ndarray = np.exp(logits - logits.max())
    return shares / shares.sum()
