"""A network of one hidden layer over dense and sparse inputs, fitted by Adam; the seeds are fixed.

Several are fitted and put side by side: their mean varies less from one set of examples to the next than any of them.
"""

import numpy as np
from numpy.typing import NDArray

from chat.agent.policy.classifier import Network
from chat.agent.question_classifier import Matrix, softmax

NETWORKS = 3
UNITS = 48
"""of each"""
EPOCHS = 12
BATCH = 256
RATE = 3e-3
DECAY = 0.05
DROPOUT = 0.3
INPUT_LENGTH = 2.0
"""of the dense and of the sparse half of an input"""


def fit(vectors: Matrix, words: Matrix, classes: NDArray[np.int64], weights: Matrix, count: int) -> Network:
    """`words` (examples, buckets), rows of length 1; `weights` say how much each example counts; `count` of classes."""
    mean = vectors.mean(0)
    scale = INPUT_LENGTH / (vectors.std(0) * np.float32(vectors.shape[1] ** 0.5))
    inputs = np.hstack([(vectors - mean) * scale, INPUT_LENGTH * words]).astype(np.float32)
    truth = np.eye(count, dtype=np.float32)[classes]
    fitted = [_descend(inputs, truth, weights, seed) for seed in range(NETWORKS)]
    hiddens, biases, outs, out_biases = zip(*fitted, strict=True)
    hidden, bias = np.hstack(hiddens), np.hstack(biases)
    out, out_bias = np.vstack(outs) / np.float32(NETWORKS), np.mean(out_biases, axis=0)
    dense = hidden[: len(mean)] * scale[:, None]
    return Network(dense, INPUT_LENGTH * hidden[len(mean) :], bias - mean @ dense, out, out_bias)


def probabilities(network: Network, vectors: Matrix, words: Matrix) -> Matrix:
    """(examples, classes)"""
    hidden = np.maximum(vectors @ network.dense + words @ network.words + network.bias, 0)
    return softmax(hidden @ network.out + network.out_bias)


def _descend(inputs: Matrix, truth: Matrix, weights: Matrix, seed: int) -> list[Matrix]:
    random = np.random.default_rng(seed)
    shapes = ((inputs.shape[1], UNITS, 0.1), (UNITS, truth.shape[1], UNITS**-0.5))
    found: list[Matrix] = []
    for rows, columns, spread in shapes:
        found.append((random.standard_normal((rows, columns)) * spread).astype(np.float32))
        found.append(np.zeros(columns, np.float32))
    means, squares = ([np.zeros_like(one) for one in found] for _ in range(2))
    steps = EPOCHS * (len(inputs) // BATCH)
    for step in range(steps):
        place = step % (len(inputs) // BATCH)
        if not place:
            order = random.permutation(len(inputs))
        batch = order[place * BATCH : (place + 1) * BATCH]
        kept = (random.random((len(batch), UNITS)) > DROPOUT).astype(np.float32) / np.float32(1 - DROPOUT)
        share = (weights[batch] / weights[batch].sum())[:, None]
        slopes = _slopes(found, inputs[batch], truth[batch], kept, share)
        rate = RATE * (1 - step / steps)
        for number, slope in enumerate(slopes):
            means[number] = 0.9 * means[number] + 0.1 * slope
            squares[number] = 0.999 * squares[number] + 0.001 * slope**2
            move = (
                means[number] / (1 - 0.9 ** (step + 1)) / (np.sqrt(squares[number] / (1 - 0.999 ** (step + 1))) + 1e-8)
            )
            decay = DECAY * found[number] if slope.ndim == 2 else 0
            found[number] = (found[number] - rate * (move + decay)).astype(np.float32)
    return found


def _slopes(found: list[Matrix], inputs: Matrix, truth: Matrix, kept: Matrix, share: Matrix) -> list[Matrix]:
    hidden, bias, out, out_bias = found
    before = inputs @ hidden + bias
    units = np.maximum(before, 0) * kept
    error = (softmax(units @ out + out_bias) - truth) * share
    back = (error @ out.T) * kept * (before > 0)
    return [inputs.T @ back, back.sum(0), units.T @ error, error.sum(0)]
