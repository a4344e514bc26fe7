"""Trains the last layers of multilingual-e5-small to tell what is refused: see README.md in this folder.

`python -m training.train_policy PACK.npz WEIGHTS.npz` writes the weights that `chat/agent/policy/classifier.py` runs;
with `--check` it says what they are worth on topics that were held out, and writes none. Texts and seeds are fixed.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from knowledge.embedding.e5_weights import DIMENSIONS, Array
from training.export import export
from training.model import Encoder, put_mean, trained_weights
from training.windows import PAD

QUESTIONS = 128
"""a step"""
SORTED_STEPS = 16
"""Their questions are put into batches by length, so that little is padded; then the batches are shuffled."""
RATE, HEAD_RATE = 3e-4, 1e-3
WARM_UP_SHARE = 0.1
WEIGHT_DECAY, MAX_GRADIENT, DROPOUT, SMOOTHING = 0.01, 1.0, 0.1, 0.05
VECTOR_LENGTH = DIMENSIONS**0.5
"""Texts' vectors of length 1 are stretched to it, so that the head learns as fast as the layers."""
FOLDS = 5
SEEDS = (1, 2)
"""of the fittings whose mean is written; they begin alike"""
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

    def begin_with(self, stored: Mapping[str, Array]) -> None:
        """Weights of the classifier, as `save` wrote them; of layers that they lack the embedder's stay."""
        with torch.no_grad():
            self.head.weight.copy_(torch.from_numpy(stored["head.w"].T) / VECTOR_LENGTH)
            self.head.bias.copy_(torch.from_numpy(stored["head.b"]))
        for layer in self.encoder.layers:
            if f"l{layer.number}.qkv.w" in stored:
                layer.load(stored)  # type: ignore[operator]

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
        self.asked_once = self.pack["asked_once"]
        ends = self.pack["asked_ends"]
        self._lengths = np.diff(ends, prepend=0)
        self._ids = np.full((len(ends), self._lengths.max()), PAD, np.uint16)
        self._ids[np.arange(self._ids.shape[1]) < self._lengths[:, None]] = self.pack["asked"]
        self._wordings = len(ends) // len(self.truth)

    def batches(self, chosen: Array, passes: int, chance: np.random.Generator) -> list[Array]:
        """Each pass has all of `chosen` but those that are asked once, and its share of these."""
        again = chosen[~self.asked_once[chosen]]
        found: list[Array] = []
        for once in np.array_split(chance.permutation(chosen[self.asked_once[chosen]]), passes):
            order = chance.permutation(np.concatenate([again, once]))
            for start in range(0, len(order), QUESTIONS * SORTED_STEPS):
                some = order[start : start + QUESTIONS * SORTED_STEPS]
                some = some[np.argsort(self._lengths[some * self._wordings], kind="stable")]
                parts = [some[at : at + QUESTIONS] for at in range(0, len(some), QUESTIONS)]
                found += [parts[place] for place in chance.permutation(len(parts))]
        return found

    def batch(self, chosen: Array, chance: np.random.Generator | None = None) -> tuple[Tensor, Tensor]:
        """Padded ids and lengths; without `chance` as the questions were written."""
        words = chance.integers(self._wordings, size=len(chosen)) if chance else 0
        rows = chosen * self._wordings + words
        lengths = self._lengths[rows]
        ids = self._ids[rows, : lengths.max()].astype(np.int64)
        return torch.from_numpy(ids), torch.from_numpy(lengths.astype(np.int64))


def trained(examples: Examples, chosen: Array, options: argparse.Namespace, seed: int) -> PolicyModel:
    torch.manual_seed(SEEDS[0])
    model = PolicyModel(examples.pack)
    if not options.from_embedder:
        model.begin_with(np.load(options.weights))
    model.to(options.device).train()
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    groups = [
        {"params": model.encoder.layers.parameters(), "peak": RATE},
        {"params": model.head.parameters(), "peak": HEAD_RATE},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY)
    batches = examples.batches(chosen, options.passes, chance)
    for number, asked in enumerate(batches, start=1):
        share = min(1.0, number / (WARM_UP_SHARE * len(batches))) * (1 - number / len(batches))
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * share
        ids, lengths = (part.to(options.device) for part in examples.batch(asked, chance))
        # Processors may have no bfloat16 and be slower with it.
        with torch.autocast(options.device, torch.bfloat16, enabled=options.device == "cuda"):
            scores = model(ids, lengths)
        value = _loss(scores, examples, asked)
        optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT)
        optimizer.step()
        if number % REPORT_STEPS == 0:
            print(f"seed {seed}, step {number} of {len(batches)}: {value.item():.3f}", flush=True)
    return model.eval()


def _loss(scores: Tensor, examples: Examples, asked: Array) -> Tensor:
    truth = torch.from_numpy(examples.truth[asked].astype(np.int64)).to(scores.device)
    weights = torch.from_numpy(examples.weights[asked]).to(scores.device)
    losses = functional.cross_entropy(scores, truth, reduction="none", label_smoothing=SMOOTHING)
    return (losses * weights).sum() / weights.sum()


def check(examples: Examples, options: argparse.Namespace) -> None:
    """Each topic with its paraphrases and translations held out."""
    numbers = np.random.default_rng(SEEDS[0]).permutation(examples.topics.max() + 1) % FOLDS
    fold = numbers[examples.topics]
    sensitive = np.zeros(len(fold))
    for number in range(options.check):
        model = trained(examples, np.flatnonzero(fold != number), options, SEEDS[0])
        tested = np.flatnonzero(fold == number)
        for start in range(0, len(tested), QUESTIONS):
            some = tested[start : start + QUESTIONS]
            ids, lengths = (part.to(options.device) for part in examples.batch(some))
            with torch.no_grad():
                sensitive[some] = 1 - model(ids, lengths).softmax(1)[:, 0].cpu().numpy()
    tested = np.flatnonzero(fold < options.check)
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
    parser.add_argument("weights", type=Path, nargs="?", help="what is written; training begins with what it holds")
    parser.add_argument("--from-embedder", action="store_true", help="begin with the embedder's layers")
    parser.add_argument("--passes", type=int, default=2, help="over the examples; the reader's questions come once")
    parser.add_argument("--check", type=int, metavar="FOLDS", help="on topics held out, so many fifths of them")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    examples = Examples(options.pack)
    if options.check:
        options.from_embedder = True  # the weights that there are have seen all topics
        check(examples, options)
        return
    if options.weights is None:
        parser.error("say where the weights are to be written, or --check 1")
    models = [trained(examples, np.arange(len(examples.truth)), options, seed) for seed in SEEDS]
    put_mean(models[0], [trained_weights(model) for model in models])
    save(models[0], options.weights)


if __name__ == "__main__":
    main()
