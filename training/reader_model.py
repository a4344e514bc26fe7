"""multilingual-e5-small with three scores for every token; all but its lower layers are trained."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from knowledge.embedding.e5_weights import DIMENSIONS, UPPER, Array
from training.model import Encoder

SCORES = 3
"""Start of the answer, end of it, relevance; those of token 0 stand for "no answer here"."""


class ReaderModel(nn.Module):
    """`pack` is what pack.py wrote; the scores begin at random."""

    def __init__(self, pack: Mapping[str, Array]) -> None:
        super().__init__()
        self.encoder = Encoder(pack, UPPER)
        self.scores = nn.Linear(DIMENSIONS, SCORES)
        nn.init.normal_(self.scores.weight, std=0.02)
        nn.init.zeros_(self.scores.bias)

    def begin_with(self, stored: Mapping[str, Array]) -> None:
        """Trained weights, as export.py wrote them."""
        with torch.no_grad():
            self.scores.weight.copy_(torch.from_numpy(stored["scores.w"].T))
            self.scores.bias.copy_(torch.from_numpy(stored["scores.b"]))
        for layer in self.encoder.layers:
            layer.load(stored)  # type: ignore[operator]

    def forward(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """(windows, tokens) and (windows,) → (windows, tokens, 3), those of token 0 taken away from all."""
        states, _ = self.encoder(ids, lengths)
        scores: Tensor = self.scores(states).float()
        return scores - scores[:, :1]
