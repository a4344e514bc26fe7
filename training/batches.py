"""Windows of several questions as one batch of tensors."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch import Tensor

from training.windows import PAD, RIGHT, UNKNOWN, WINDOW_TOKENS, Window


@dataclass
class Batch:
    """Of W windows of Q questions."""

    ids: Tensor
    """(W, 128) places in the vocabulary, padded"""
    lengths: Tensor
    learnt: Tensor
    """bool (W, 128): the tokens that start and end are chosen among"""
    starts: Tensor
    ends: Tensor
    """bool (W, 128): where answers start and end"""
    windows_of: Tensor
    """(Q, most windows) places in this batch, -1 beyond the last"""
    quotes: Tensor
    """(N, 3): window, first token, the one after the last; of those learnt from"""
    quotes_of: Tensor
    """(Q, most quotes) places in `quotes`, -1 beyond the last"""
    right: Tensor
    """bool, of each quote"""

    def to(self, device: torch.device | str) -> "Batch":
        return Batch(*(getattr(self, one.name).to(device, non_blocking=True) for one in fields(self)))


def batch(groups: Sequence[Sequence[Window]]) -> Batch:
    windows = [window for group in groups for window in group]
    shape = len(windows), WINDOW_TOKENS
    ids = np.full(shape, PAD, np.int64)
    learnt, starts, ends = (np.zeros(shape, bool) for _ in range(3))
    quotes, right, quotes_of, windows_of = [], [], [], []
    place = 0
    for group in groups:
        windows_of.append(list(range(place, place + len(group))))
        quotes_of.append([])
        for window in group:
            ids[place, : len(window.ids)] = window.ids
            learnt[place, window.passage_start : len(window.ids) - 1] = True
            for first, last, verdict, answer, answer_end in window.quotes:
                if verdict == UNKNOWN:
                    learnt[place, first:last] = False
                    continue
                quotes_of[-1].append(len(quotes))
                quotes.append((place, first, last))
                right.append(verdict == RIGHT)
                if verdict == RIGHT and answer >= 0:
                    starts[place, answer] = ends[place, answer_end] = True
            place += 1
    return Batch(
        torch.from_numpy(ids),
        torch.tensor([len(window.ids) for window in windows]),
        *map(torch.from_numpy, (learnt, starts & learnt, ends & learnt)),
        _padded(windows_of),
        torch.tensor(quotes).reshape(-1, 3),
        _padded(quotes_of),
        torch.tensor(right, dtype=torch.bool),
    )


def _padded(rows: Sequence[Sequence[int]]) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[-1] * (longest - len(row))] for row in rows])
