"""multilingual-e5-small, of which some of the last layers are trained and the layers below stay as they are.

It is computed as the product computes it, with matrices in seven bits and what they are multiplied with in eight, so
that the trained layers learn with what is rounded off (Jacob and others 2018, "Quantization and training of neural
networks": what is rounded passes its gradient on unchanged).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from knowledge.embedding.e5_weights import (
    DIMENSIONS,
    HEADS,
    INNER,
    LARGEST_INTEGER,
    LOWER,
    MATRICES,
    UPPER,
    Array,
    dequantised_tokens,
    outlier_divisors,
)

DROPOUT = 0.1
EPSILON = 1e-12
STEPS = 255
"""between the least and the greatest of what a matrix is multiplied with"""


class Encoder(nn.Module):
    """`pack` holds the embedder as pack.py wrote it; the layers `trained`, up to the last, begin as there."""

    def __init__(self, pack: Mapping[str, Array], trained: range) -> None:
        super().__init__()
        embedder = {name.removeprefix("embedder/"): pack[name] for name in pack if name.startswith("embedder/")}
        self.tokens = nn.Embedding.from_pretrained(torch.from_numpy(dequantised_tokens(pack["token_table"])))
        self.positions: Tensor
        self.register_buffer("positions", torch.from_numpy(embedder["positions"]))
        self.norm = nn.LayerNorm(DIMENSIONS, eps=EPSILON)
        self.norm.load_state_dict(
            {part: torch.from_numpy(embedder[f"emb.ln.{part[0]}"]) for part in ("weight", "bias")}
        )
        self.below = nn.ModuleList(Layer(number, embedder) for number in range(LOWER.start, trained.start))
        self.layers = nn.ModuleList(Layer(number, embedder) for number in range(trained.start, UPPER.stop))
        for frozen in (self.tokens, self.norm, self.below):
            frozen.requires_grad_(False)

    def train(self, mode: bool = True) -> "Encoder":
        super().train(mode)
        self.below.eval()
        return self

    def forward(self, ids: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """(texts, tokens) places in the pack's vocabulary and (texts,) → states (texts, tokens, 384), and where there
        are tokens."""
        inside = torch.arange(ids.shape[1], device=ids.device) < lengths[:, None]
        with torch.no_grad():
            states = self.norm(self.tokens(ids) + self.positions[: ids.shape[1]])
            for layer in self.below:
                states = layer(states, inside)
        for layer in self.layers:
            states = layer(states, inside)
        return states, inside


class Layer(nn.Module):
    def __init__(self, number: int, stored: Mapping[str, Array]) -> None:
        super().__init__()
        self.number = number
        self.qkv = nn.Linear(DIMENSIONS, 3 * DIMENSIONS)
        self.ao = nn.Linear(DIMENSIONS, DIMENSIONS)
        self.aln = nn.LayerNorm(DIMENSIONS, eps=EPSILON)
        self.fi = nn.Linear(DIMENSIONS, INNER)
        self.fo = nn.Linear(INNER, DIMENSIONS)
        self.oln = nn.LayerNorm(DIMENSIONS, eps=EPSILON)
        self.dropout = nn.Dropout(DROPOUT)
        self.divisors: Tensor
        self.register_buffer("divisors", torch.from_numpy(outlier_divisors(number)), persistent=False)
        self.load(stored)

    def load(self, stored: Mapping[str, Array]) -> None:
        """By the names of the product's graph."""
        with torch.no_grad():
            for name in MATRICES:
                prefix = f"l{self.number}.{name}"
                matrix = stored[f"{prefix}.w"].T.astype(np.float32) * stored[f"{prefix}.s"][:, None]
                if name == "fo":
                    matrix /= outlier_divisors(self.number)
                getattr(self, name).weight.copy_(torch.from_numpy(matrix))
                getattr(self, name).bias.copy_(torch.from_numpy(stored[f"{prefix}.b"]))
            for name in ("aln", "oln"):
                for part in ("weight", "bias"):
                    values = torch.from_numpy(stored[f"l{self.number}.{name}.{part[0]}"])
                    getattr(getattr(self, name), part).copy_(values)

    def forward(self, states: Tensor, inside: Tensor) -> Tensor:
        """(texts, tokens, 384); `inside` (texts, tokens) is where there are tokens."""
        texts, tokens, _ = states.shape
        parts = self._linear("qkv", states, inside).view(texts, tokens, 3, HEADS, DIMENSIONS // HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=inside[:, None, None])
        joined = mixed.transpose(1, 2).reshape(texts, tokens, DIMENSIONS)
        states = self.aln(states + self.dropout(self._linear("ao", joined, inside)))
        inner = functional.gelu(self._linear("fi", states, inside))
        found: Tensor = self.oln(states + self.dropout(self._linear("fo", inner, inside)))
        return found

    def _linear(self, name: str, states: Tensor, inside: Tensor) -> Tensor:
        linear: nn.Linear = getattr(self, name)
        states, matrix = states * inside[..., None], linear.weight
        if name == "fo":
            states, matrix = states / self.divisors.to(states.dtype), matrix * self.divisors
        return functional.linear(_rounded_states(states), _rounded_matrix(matrix), linear.bias)


def trained_weights(model: nn.Module) -> list[nn.Parameter]:
    return [weights for weights in model.parameters() if weights.requires_grad]


def put_mean(model: nn.Module, found: Sequence[Sequence[Tensor]]) -> None:
    """The mean of the trained weights of several trainings that began alike, which errs less than any of them (Wortsman
    and others 2022, "Model soups")."""
    with torch.no_grad():
        for weights, several in zip(trained_weights(model), zip(*found, strict=True), strict=True):
            weights.copy_(torch.stack(several).mean(0))


class _Rounded(torch.autograd.Function):
    @staticmethod
    def forward(_context: Any, values: Tensor, low: Tensor, scale: Tensor) -> Tensor:
        return ((values - low) / scale).round_().mul_(scale).add_(low)

    @staticmethod
    def backward(_context: Any, gradient: Tensor) -> tuple[Tensor, None, None]:  # type: ignore[override]
        return gradient, None, None


def _rounded_matrix(matrix: Tensor) -> Tensor:
    """(outputs, inputs): each output has its scale."""
    scale = matrix.detach().abs().amax(1, keepdim=True) / LARGEST_INTEGER
    return _Rounded.apply(matrix, torch.zeros_like(scale), scale)  # type: ignore[no-any-return, no-untyped-call]


def _rounded_states(states: Tensor) -> Tensor:
    """(texts, tokens, width): each text has its scale and its least value; nought is among the steps."""
    found = states.detach()
    low = found.amin((1, 2), keepdim=True).clamp(max=0).float()
    high = found.amax((1, 2), keepdim=True).clamp(min=0).float()
    scale = ((high - low) / STEPS).clamp(min=1e-9)
    low = (low / scale).round() * scale
    return _Rounded.apply(states.float(), low, scale).to(states.dtype)  # type: ignore[no-any-return, no-untyped-call]
