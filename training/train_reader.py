"""Trains the reader model to choose among all that is read for a question: see README.md in this folder.

Clark and Gardner, "Simple and effective multi-paragraph reading comprehension" (2018), section 3: scores are normalised
over all passages of a question, here with "none of them answers" as one more choice, whose logit is 0.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset, Subset

from training.batches import Batch, batch
from training.export import export
from training.judging import judge, relevance
from training.model import put_mean, trained_weights
from training.reader_model import ReaderModel
from training.windows import ENCYCLOPAEDIC, OWN, Questions

RUNS = ((1, 1.0e-4), (2, 1.5e-4))
"""Seed and learning rate of those whose mean is written; they begin with the same weights."""
QUESTIONS = 32
"""a step"""
WINDOWS = 8
"""of each question, at most"""
ENCYCLOPAEDIC_QUESTIONS = 3000
"""in each pass, so that what was learnt of them is kept"""
WARM_UP_STEPS = 100
DECAY_SHARE = 0.6
"""Of the steps, the last ones, over which the learning rate falls to nothing; before it stands still."""
WEIGHT_DECAY = 0.01
MAX_GRADIENT = 1.0
KEPT = 0.997
"""of the moving average of the weights, at each step"""
CHECKPOINT_STEPS = 200


class Steps(Dataset[Batch]):
    """The batches of all passes: the same for the same seed, whichever are asked for."""

    def __init__(self, questions: Questions, passes: int, seed: int) -> None:
        self._questions, self._seed = questions, seed
        chance = np.random.default_rng(seed)
        own, encyclopaedic = (np.flatnonzero(questions.of == place) for place in (OWN, ENCYCLOPAEDIC))
        order: list[int] = []
        for _ in range(passes):
            some = chance.permutation(encyclopaedic)[:ENCYCLOPAEDIC_QUESTIONS]
            order += chance.permutation(np.concatenate([own, some])).tolist()
        self._batches = [order[at : at + QUESTIONS] for at in range(0, len(order) - QUESTIONS + 1, QUESTIONS)]

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, number: int) -> Batch:
        chance = np.random.default_rng([self._seed, number])
        groups = [self._questions.drawn(question, WINDOWS, chance) for question in self._batches[number]]
        return batch([group for group in groups if group])


def loss(scores: Tensor, made: Batch) -> Tensor:
    """Mean over questions of the cross-entropy of start and end, halved, and of the quote that answers."""
    spans = [
        _choice(_of_windows(scores[..., side], made.learnt, made), _of_windows(scores[..., side], answers, made))
        for side, answers in enumerate((made.starts, made.ends))
    ]
    quotes = relevance(scores, made)
    every = _gathered(quotes, made.quotes_of)
    right = _gathered(quotes.masked_fill(~made.right, -math.inf), made.quotes_of)
    return (spans[0] + spans[1]) / 2 + _choice(every.logsumexp(1), right.logsumexp(1))


def _of_windows(scores: Tensor, chosen: Tensor, made: Batch) -> Tensor:
    """Of each question the logarithm of the summed exponentials; minus infinity where none is chosen."""
    by_window = scores.masked_fill(~chosen, -math.inf).logsumexp(1)
    return _gathered(by_window, made.windows_of).logsumexp(1)


def _gathered(values: Tensor, places: Tensor) -> Tensor:
    return values[places.clamp(min=0)].masked_fill(places < 0, -math.inf)


def _choice(every: Tensor, right: Tensor) -> Tensor:
    """Where nothing is right, none is: its logit is 0."""
    none = torch.zeros_like(every)
    return (torch.logaddexp(every, none) - torch.where(right.isinf(), none, right)).mean()


class Run:
    """One training, which goes on from its checkpoint where there is one."""

    def __init__(self, model: ReaderModel, steps: Steps, seed: int, rate: float, checkpoint: Path) -> None:
        self._model, self._steps, self._seed, self._rate, self._checkpoint = model, steps, seed, rate, checkpoint
        self._trained = trained_weights(model)
        self._optimizer = torch.optim.AdamW(self._trained, lr=rate, weight_decay=WEIGHT_DECAY, fused=True)
        self._mean = [weights.detach().clone() for weights in self._trained]
        self._device = self._trained[0].device
        self._done = 0
        if checkpoint.exists():
            saved = torch.load(checkpoint, map_location=self._device)
            self._done, self._mean = saved["done"], saved["mean"]
            model.load_state_dict(saved["model"])
            self._optimizer.load_state_dict(saved["optimizer"])

    def finish(self, workers: int) -> list[Tensor]:
        """The moving average of the trained weights at the end."""
        left = Subset(self._steps, range(self._done, len(self._steps)))
        self._model.train()
        began, values = time.monotonic(), []
        for made in DataLoader(left, batch_size=None, num_workers=workers):
            values.append(self._step(made.to(self._device)))
            if self._done % CHECKPOINT_STEPS == 0 or self._done == len(self._steps):
                self._save()
                mean = round(float(torch.stack(values).mean()), 3)
                line = {"seed": self._seed, "step": self._done, "of": len(self._steps), "loss": mean}
                print(json.dumps({**line, "s": round(time.monotonic() - began)}), flush=True)
                values = []
        return self._mean

    def _step(self, made: Batch) -> Tensor:
        torch.manual_seed(self._seed * len(self._steps) + self._done)
        left = (len(self._steps) - self._done) / (DECAY_SHARE * len(self._steps))
        for group in self._optimizer.param_groups:
            group["lr"] = self._rate * min((self._done + 1) / WARM_UP_STEPS, left, 1)
        with torch.autocast(self._device.type, torch.bfloat16):
            scores = self._model(made.ids, made.lengths)
        value = loss(scores, made)
        value.backward()
        nn.utils.clip_grad_norm_(self._trained, MAX_GRADIENT)
        self._optimizer.step()
        self._optimizer.zero_grad()
        self._done += 1
        # At first nearly all of it is what came last.
        kept = min(KEPT, self._done / (self._done + 9))
        for mean, weights in zip(self._mean, self._trained, strict=True):
            mean.lerp_(weights.detach(), 1 - kept)
        return value.detach()

    def _save(self) -> None:
        new = self._checkpoint.with_suffix(".new")
        state = {"model": self._model.state_dict(), "optimizer": self._optimizer.state_dict()}
        torch.save({**state, "mean": self._mean, "done": self._done}, new)
        new.replace(self._checkpoint)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path, help="by pack.py")
    parser.add_argument("weights", type=Path, help="what is written; training begins with what it holds")
    parser.add_argument("--from-embedder", action="store_true", help="begin with the embedder's layers")
    parser.add_argument("--passes", type=int, default=3, help="over all questions, of each run")
    parser.add_argument("--work", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    questions = Questions(options.pack)
    begun = {} if options.from_embedder else dict(np.load(options.weights))
    found = []
    for seed, rate in RUNS:
        torch.manual_seed(RUNS[0][0])  # all begin alike, the scores too
        model = ReaderModel(questions.arrays)
        if begun:
            model.begin_with(begun)
        model.to(options.device)
        steps = Steps(questions, options.passes, seed)
        found.append(Run(model, steps, seed, rate, options.work / f"{seed}.pt").finish(options.workers))
    put_mean(model, found)
    model.cpu()
    export(model.encoder, "scores", model.scores, options.weights)
    judge(model.to(options.device), questions, options.device, options.workers)


if __name__ == "__main__":
    main()
