"""Trains the last layers of multilingual-e5-small to tell what is refused: see README.md in this folder.

`python -m training.train_policy PACK.npz WEIGHTS.npz` writes the weights that `chat/agent/policy/classifier.py` runs;
with `--check` it says what they are worth on topics that were held out, and writes none. Texts and seeds are fixed.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from knowledge.embedding.e5_weights import DIMENSIONS, Array
from training.export import export
from training.model import Encoder, put_mean, trained_weights
from training.windows import PAD

PASSES = 5
QUESTIONS = 128
"""a step"""
RATE, HEAD_RATE = 4e-4, 2e-3
WARM_UP_SHARE = 0.1
WEIGHT_DECAY, MAX_GRADIENT, DROPOUT, SMOOTHING = 0.01, 1.0, 0.1, 0.05
VECTOR_LENGTH = DIMENSIONS**0.5
"""Texts' vectors of length 1 are stretched to it, so that the head learns as fast as the layers."""
FOLDS = 5
SEEDS = (1, 2, 3, 4)
"""of the fittings whose mean is written; their heads begin alike, with the first"""
FALSE_ALARMS = (0.005, 0.01, 0.02, 0.05)
REPORT_STEPS = 200


class PolicyModel(nn.Module):
    def __init__(self, pack: dict[str, Array]) -> None:
        super().__init__()
        trained = pack["trained"].tolist()
        self.encoder = Encoder(pack, range(trained[0], trained[-1] + 1))
        self.dropout, self.head = nn.Dropout(DROPOUT), nn.Linear(DIMENSIONS, len(pack["classes"]))
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def forward(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """(questions, tokens) and (questions,) → (questions, classes)."""
        states, inside = self.encoder(ids, lengths)
        sums = (states * inside[..., None]).float().sum(1)
        found: Tensor = self.head(self.dropout(VECTOR_LENGTH * functional.normalize(sums))).float()
        return found


class Examples:
    """The questions of a pack by pack_policy.py."""

    def __init__(self, file: Path) -> None:
        stored = np.load(file)
        self.pack: dict[str, Array] = {name: stored[name] for name in stored.files}
        self.truth, self.topics = self.pack["truth"], self.pack["topics"]
        # A frame filled thrice counts for more than one example, and for less than three.
        self.weights = self.pack["weights"] ** 0.5
        self._ends = self.pack["asked_ends"].tolist()
        self._wordings = len(self._ends) // len(self.truth)

    def batch(self, chosen: Sequence[int], chance: np.random.Generator | None = None) -> tuple[Tensor, Tensor]:
        """Padded ids and lengths; without `chance` as the questions were written."""
        words = chance.integers(self._wordings, size=len(chosen)) if chance else np.zeros(len(chosen), int)
        rows = [self._asked(one * self._wordings + int(word)) for one, word in zip(chosen, words, strict=True)]
        ids = np.full((len(rows), max(map(len, rows))), PAD, np.int64)
        for row, asked in zip(ids, rows, strict=True):
            row[: len(asked)] = asked
        return torch.from_numpy(ids), torch.tensor([len(asked) for asked in rows])

    def _asked(self, number: int) -> Array:
        found: Array = self.pack["asked"][self._ends[number - 1] if number else 0 : self._ends[number]]
        return found


def trained(examples: Examples, chosen: Sequence[int], seed: int, device: str) -> PolicyModel:
    torch.manual_seed(SEEDS[0])
    model = PolicyModel(examples.pack).to(device).train()
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    groups = [
        {"params": model.encoder.layers.parameters(), "peak": RATE},
        {"params": model.head.parameters(), "peak": HEAD_RATE},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY, fused=True)
    order = np.concatenate([chance.permutation(np.array(chosen)) for _ in range(PASSES)]).tolist()
    batches = [order[start : start + QUESTIONS] for start in range(0, len(order), QUESTIONS)]
    for number, asked in enumerate(batches, start=1):
        share = min(1.0, number / (WARM_UP_SHARE * len(batches))) * (1 - number / len(batches))
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * share
        ids, lengths = (part.to(device) for part in examples.batch(asked, chance))
        with torch.autocast(device, torch.bfloat16):
            scores = model(ids, lengths)
        value = _loss(scores, examples, asked)
        optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT)
        optimizer.step()
        if number % REPORT_STEPS == 0:
            print(f"seed {seed}, step {number} of {len(batches)}: {value.item():.3f}", flush=True)
    return model.eval()


def _loss(scores: Tensor, examples: Examples, asked: Sequence[int]) -> Tensor:
    truth = torch.from_numpy(examples.truth[asked].astype(np.int64)).to(scores.device)
    weights = torch.from_numpy(examples.weights[asked]).to(scores.device)
    losses = functional.cross_entropy(scores, truth, reduction="none", label_smoothing=SMOOTHING)
    return (losses * weights).sum() / weights.sum()


def check(examples: Examples, folds: int, device: str) -> None:
    """Each topic with its paraphrases and translations held out."""
    numbers = np.random.default_rng(SEEDS[0]).permutation(examples.topics.max() + 1) % FOLDS
    fold = numbers[examples.topics]
    sensitive = np.zeros(len(fold))
    for number in range(folds):
        model = trained(examples, np.flatnonzero(fold != number).tolist(), SEEDS[0], device)
        tested = np.flatnonzero(fold == number).tolist()
        for start in range(0, len(tested), QUESTIONS):
            some = tested[start : start + QUESTIONS]
            ids, lengths = (part.to(device) for part in examples.batch(some))
            with torch.no_grad():
                sensitive[some] = 1 - model(ids, lengths).softmax(1)[:, 0].cpu().numpy()
    tested = np.flatnonzero(fold < folds).tolist()
    _report(sensitive[tested], examples.truth[tested] > 0)


def _report(sensitive: np.ndarray, truth: np.ndarray) -> None:
    print(f"topics held out: {truth.sum()} sensitive, {(~truth).sum()} harmless examples")
    harmless = np.sort(sensitive[~truth])[::-1]
    for share in FALSE_ALARMS:
        threshold = harmless[int(share * len(harmless))]
        print(f"  {share:.3f} of the harmless above {threshold:.2f}: {(sensitive[truth] > threshold).mean():.3f}")
    over = sensitive > 0.5
    print(f"  above .50: {over[truth].mean():.3f} of the sensitive, {over[~truth].mean():.3f} of the harmless")


def save(model: PolicyModel, weights: Path) -> None:
    model.cpu()
    with torch.no_grad():
        model.head.weight.mul_(VECTOR_LENGTH)  # the product's vectors have length 1
    export(model.encoder, "head", model.head, weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path, help="by pack_policy.py")
    parser.add_argument("weights", type=Path, nargs="?", help="what is written")
    parser.add_argument("--check", type=int, metavar="FOLDS", help="on topics held out, so many fifths of them")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    examples = Examples(options.pack)
    if options.check:
        check(examples, options.check, options.device)
        return
    if options.weights is None:
        parser.error("say where the weights are to be written, or --check 1")
    models = [trained(examples, range(len(examples.truth)), seed, options.device) for seed in SEEDS]
    put_mean(models[0], [trained_weights(model) for model in models])
    save(models[0], options.weights)


if __name__ == "__main__":
    main()
