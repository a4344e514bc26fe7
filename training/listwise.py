"""Logistic functions fitted by Newton's method, in plain numpy: few weights, the same data give the same ones."""

from collections.abc import Callable, Sequence

import numpy as np

STEPS = 60
SMALLEST_STEP = 1e-6


def fit_listwise(rows: Sequence[np.ndarray], right: Sequence[np.ndarray], ridge: float) -> np.ndarray:
    """Weights (d,) of a softmax over the rows (n, d) of each question, some of which are right."""

    def value(weights: np.ndarray) -> float:
        logits = [one @ weights for one in rows]
        pairs = zip(logits, right, strict=True)
        return sum(_log_sum(one[truth]) - _log_sum(one) for one, truth in pairs) - ridge / 2 * float(weights @ weights)

    def derivatives(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        gradient, hessian = -ridge * weights, -ridge * np.eye(len(weights))
        for one, truth in zip(rows, right, strict=True):
            logits = one @ weights
            shares = np.exp(logits - _log_sum(logits))
            wanted = np.where(truth, np.exp(logits - _log_sum(logits[truth])), 0)
            mean = shares @ one
            gradient = gradient + one.T @ (wanted - shares)
            hessian = hessian - ((one.T * shares) @ one - np.outer(mean, mean))
        return gradient, hessian

    return _newton(value, derivatives, rows[0].shape[1])


def fit_logistic(rows: np.ndarray, truth: np.ndarray, ridge: float) -> np.ndarray:
    """Weights (d,) of a logistic function of the rows (n, d)."""

    def value(weights: np.ndarray) -> float:
        logits = rows @ weights
        return float((truth * logits - np.logaddexp(0, logits)).sum() - ridge / 2 * weights @ weights)

    def derivatives(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        shares = 1 / (1 + np.exp(-np.clip(rows @ weights, -50, 50)))
        gradient = rows.T @ (truth - shares) - ridge * weights
        return gradient, -(rows.T * (shares * (1 - shares))) @ rows - ridge * np.eye(len(weights))

    return _newton(value, derivatives, rows.shape[1])


def _newton(
    value: Callable[[np.ndarray], float],
    derivatives: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]],
    count: int,
) -> np.ndarray:
    """Where `value` is greatest; a step that goes too far is halved: far from there the whole one can lead away."""
    weights = np.zeros(count)
    for _ in range(STEPS):
        gradient, hessian = derivatives(weights)
        step = np.linalg.solve(hessian, gradient)
        now = value(weights)
        while np.abs(step).max() >= SMALLEST_STEP and value(weights - step) < now:
            step = step / 2
        if np.abs(step).max() < SMALLEST_STEP:
            break
        weights = weights - step
    return weights


def area_under_curve(scores: np.ndarray, truth: np.ndarray) -> float:
    right, wrong = scores[truth], scores[~truth]
    return float((right[:, None] > wrong[None]).mean() + 0.5 * (right[:, None] == wrong[None]).mean())


def _log_sum(logits: np.ndarray) -> float:
    """The logarithm of their exponentials' sum."""
    greatest = logits.max()
    return float(greatest + np.log(np.exp(logits - greatest).sum()))
