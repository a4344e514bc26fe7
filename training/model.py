"""Layers of multilingual-e5-small, to be trained further."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from knowledge.embedding.e5_weights import DIMENSIONS, HEADS, INNER, MATRICES, UPPER, Weights

DROPOUT = 0.1
EPSILON = 1e-12


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(DIMENSIONS, 3 * DIMENSIONS)
        self.ao = nn.Linear(DIMENSIONS, DIMENSIONS)
        self.aln = nn.LayerNorm(DIMENSIONS, eps=EPSILON)
        self.fi = nn.Linear(DIMENSIONS, INNER)
        self.fo = nn.Linear(INNER, DIMENSIONS)
        self.oln = nn.LayerNorm(DIMENSIONS, eps=EPSILON)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, states: Tensor, lengths: Sequence[int]) -> Tensor:
        """(tokens, 384) of texts one after the other: all that is not attention is done for all of them at once."""
        parts = self.qkv(states).view(len(states), 3, HEADS, DIMENSIONS // HEADS).transpose(0, 2)
        mixed = [
            functional.scaled_dot_product_attention(*text.unbind(1)).transpose(0, 1)
            for text in parts.split(list(lengths), dim=2)
        ]
        joined = torch.cat(mixed).reshape(len(states), DIMENSIONS)
        states = self.aln(states + self.dropout(self.ao(joined)))
        return self.oln(states + self.dropout(self.fo(functional.gelu(self.fi(states)))))


def embedder_layers(weights: Weights) -> nn.ModuleList:
    """The upper layers, as the embedding model has them."""
    layers = nn.ModuleList(Layer() for _ in UPPER)
    with torch.no_grad():
        for number, layer in zip(UPPER, layers, strict=True):
            for name, parts in MATRICES.items():
                matrices = [torch.from_numpy(weights.matrix(number, part)) for part in parts]
                getattr(layer, name).weight.copy_(torch.cat(matrices))
                biases = [torch.from_numpy(weights.floats(f"l{number}.{part}.b")) for part in parts]
                getattr(layer, name).bias.copy_(torch.cat(biases))
            for name in ("aln", "oln"):
                getattr(layer, name).weight.copy_(torch.from_numpy(weights.floats(f"l{number}.{name}.w")))
                getattr(layer, name).bias.copy_(torch.from_numpy(weights.floats(f"l{number}.{name}.b")))
    return layers
