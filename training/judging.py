"""What a reader model is worth on questions that it was not trained on, by the sets of the pack."""

from collections import defaultdict

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from training.batches import Batch, batch
from training.listwise import area_under_curve
from training.reader_model import ReaderModel
from training.windows import ENCYCLOPAEDIC, OWN, Questions

EACH = 24
LEFT_ALONE = 0.75
"""of the questions without an answer: the threshold is set so"""


class _Asked(Dataset[tuple[list[int], Batch]]):
    """All windows of the questions of all sets but those that are trained on."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        judged = [
            question
            for question, of in enumerate(questions.of)
            if of not in (OWN, ENCYCLOPAEDIC) and any(questions.windows(question, 0))
        ]
        self._batches = [judged[start : start + EACH] for start in range(0, len(judged), EACH)]

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, number: int) -> tuple[list[int], Batch]:
        asked = self._batches[number]
        return asked, batch([list(self._questions.windows(question, 0)) for question in asked])


@torch.no_grad()
def judge(model: ReaderModel, questions: Questions, device: str, workers: int) -> None:
    """Prints a line for each set: its best quotes by relevance, and how well that tells what has an answer."""
    model.eval()
    found: dict[str, list[tuple[bool, bool, bool, float]]] = defaultdict(list)
    for asked, made in DataLoader(_Asked(questions), batch_size=None, num_workers=workers):
        with torch.autocast(device, torch.bfloat16):
            scores = model(made.ids.to(device), made.lengths.to(device)).cpu()
        values = relevance(scores, made)
        for question, places in zip(asked, made.quotes_of, strict=True):
            inside = places[places >= 0]
            ranked = inside[values[inside].argsort(descending=True)]
            right = made.right[ranked]
            first, three = bool(right[:1].any()), bool(right[:3].any())
            of = questions.sets[questions.of[question]]
            found[of].append((bool(questions.answerable[question]), first, three, float(values[ranked[0]])))
    for name, rows in sorted(found.items()):
        _print(name, *np.array(rows).T)


def relevance(scores: Tensor, made: Batch) -> Tensor:
    """Of each quote the mean over its tokens."""
    sums = torch.nn.functional.pad(scores[..., 2].cumsum(1), (1, 0))
    window, first, last = made.quotes.unbind(1)
    return (sums[window, last] - sums[window, first]) / (last - first)


def _print(name: str, answerable: np.ndarray, first: np.ndarray, three: np.ndarray, sure: np.ndarray) -> None:
    truth = answerable.astype(bool)
    line = (
        f"{name:10s} {truth.sum()}, {(~truth).sum()}: first {first[truth].mean():.3f}, three {three[truth].mean():.3f}"
    )
    if not truth.all():
        answered = three[truth].astype(bool) & (sure[truth] > np.quantile(sure[~truth], LEFT_ALONE))
        line += f", area {area_under_curve(sure, truth):.3f}, right at {LEFT_ALONE} {answered.mean():.3f}"
    print(line, flush=True)
