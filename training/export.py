"""Writes the trained layers in seven bits, as the product's graph of the upper layers takes them."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch

from knowledge.embedding.e5_weights import LARGEST_INTEGER, MATRICES, UPPER, Array, outlier_divisors
from training.model import Layer
from training.reader_model import ReaderModel


def export(model: ReaderModel, path: Path) -> None:
    """About 18 MB: matrices in int8 (inputs, outputs) with a scale for each output, the rest in float32."""
    found: dict[str, Array] = {"scores.w": _array(model.scores.weight).T, "scores.b": _array(model.scores.bias)}
    for number, layer in zip(UPPER, model.layers, strict=True):
        found |= layer_arrays(number, layer)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **found)


def layer_arrays(number: int, layer: Layer) -> dict[str, Array]:
    """By the names of the graph's weights."""
    found: dict[str, Array] = {}
    for name in MATRICES:
        linear = getattr(layer, name)
        matrix = _array(linear.weight)
        if name == "fo":
            matrix = matrix * outlier_divisors(number)
        scale = np.abs(matrix).max(axis=1) / LARGEST_INTEGER
        found[f"l{number}.{name}.w"] = np.ascontiguousarray(np.rint(matrix / scale[:, None]).astype(np.int8).T)
        found[f"l{number}.{name}.s"] = scale
        found[f"l{number}.{name}.b"] = _array(linear.bias)
    for name in ("aln", "oln"):
        found[f"l{number}.{name}.w"] = _array(getattr(layer, name).weight)
        found[f"l{number}.{name}.b"] = _array(getattr(layer, name).bias)
    return found


def mixed(before: Mapping[str, Array], after: Mapping[str, Array], share: float) -> dict[str, Array]:
    """Between two files of weights of the same names, `share` (0-1) of the way to the second."""
    found: dict[str, Array] = {}
    for name, values in after.items():
        if values.dtype == np.int8:
            scale = f"{name[:-1]}s"
            matrix = (1 - share) * before[name] * before[scale] + share * values * after[scale]
            found[scale] = (np.abs(matrix).max(axis=0) / LARGEST_INTEGER).astype(np.float32)
            found[name] = np.rint(matrix / found[scale]).astype(np.int8)
        elif name not in found:
            found[name] = ((1 - share) * before[name] + share * values).astype(np.float32)
    return {name: found[name] for name in after}


def _array(tensor: torch.Tensor) -> Array:
    return tensor.detach().float().numpy()
