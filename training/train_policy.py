"""`python -m training.train_policy fit|check`: the last layers of multilingual-e5-small, trained for the policy.

`fit` writes the weights that `chat/agent/policy/classifier.py` runs, in three quarters of an hour on two cores;
`check` says what they are worth on topics that were held out. The layers below stay the embedder's. Texts and seeds are
fixed.
"""

import argparse
import random
from collections.abc import Sequence
from itertools import chain, islice

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from chat.agent.policy_classes import CLASSES, TRAINED, WEIGHTS, model_input
from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_weights import DIMENSIONS, UPPER, Weights, path
from training.export import layer_arrays, mixed
from training.model import embedder_layers
from training.policy import SEED, all_examples
from training.question_examples import Example
from training.typed import typed

EPOCHS = 5
BATCH = 32
LEARNING_RATE, HEAD_LEARNING_RATE = 2e-4, 1e-3
WARM_UP_SHARE = 0.1
WEIGHT_DECAY, MAX_GRADIENT, DROPOUT, SMOOTHING = 0.01, 1.0, 0.1, 0.05
VECTOR_LENGTH = DIMENSIONS**0.5
"""Texts' vectors of length 1 are stretched to it, so that the head learns as fast as the layers."""
WAYS = 3
"""in which each text is typed; which of them is seen is drawn each time"""
TEXTS_AT_ONCE = 64
FOLDS = 5
SEEDS = (1, 2, 3)
"""of the fittings whose mean is written"""
SHARE_OF_FITTED = 0.7
"""of what is written, the rest being of the weights before"""
FALSE_ALARMS = (0.005, 0.01, 0.02, 0.05)


class PolicyModel(nn.Module):
    def __init__(self, weights: Weights) -> None:
        super().__init__()
        layers = embedder_layers(weights)
        self.below, self.layers = layers[: TRAINED[0] - UPPER[0]], layers[TRAINED[0] - UPPER[0] :]
        self.below.requires_grad_(False)
        self.dropout, self.head = nn.Dropout(DROPOUT), nn.Linear(DIMENSIONS, len(CLASSES))
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def states_below(self, states: Tensor, lengths: Sequence[int]) -> Tensor:
        with torch.no_grad():
            for layer in self.below:
                states = layer(states, lengths)
        return states

    def forward(self, states: Tensor, lengths: Sequence[int]) -> Tensor:
        """(tokens, 384) of texts one after the other → (texts, classes)."""
        for layer in self.layers:
            states = layer(states, lengths)
        sums = torch.stack([text.sum(0) for text in states.split(list(lengths))])
        found: Tensor = self.head(self.dropout(VECTOR_LENGTH * functional.normalize(sums)))
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "check"))
    parser.add_argument("--folds", type=int, default=FOLDS, help="how many of the folds are checked")
    arguments = parser.parse_args()
    examples = all_examples()
    states = _states(examples)
    if arguments.what == "check":
        check(examples, states, arguments.folds)
        return
    save(mean([trained(examples, states, range(len(examples)), seed) for seed in SEEDS]))
    print(f"{len(examples)} examples, {WEIGHTS.stat().st_size / 1e6:.1f} MB")


def trained(
    examples: Sequence[Example], states: Sequence[Sequence[Tensor]], chosen: Sequence[int], seed: int = SEED
) -> PolicyModel:
    torch.manual_seed(seed)
    chance = random.Random(seed)
    model = PolicyModel(Weights(path()))
    groups = [
        {"params": model.layers.parameters(), "peak": LEARNING_RATE},
        {"params": model.head.parameters(), "peak": HEAD_LEARNING_RATE},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=WEIGHT_DECAY)
    batches = [batch for _ in range(EPOCHS) for batch in _batches(chosen, chance)]
    for number, batch in enumerate(batches, start=1):
        share = min(1.0, number / (WARM_UP_SHARE * len(batches))) * (1 - number / len(batches))
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * share
        loss = _loss(model.train(), [examples[i] for i in batch], [chance.choice(states[i]) for i in batch])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT)
        optimizer.step()
        if number % 100 == 0:
            print(f"step {number} of {len(batches)}: {loss.item():.3f}", flush=True)
    return model.eval()


def mean(models: Sequence[PolicyModel]) -> PolicyModel:
    """Of their weights; it errs less than any of them, as all began as the same layers (Wortsman and others 2022)."""
    with torch.no_grad():
        for weights in zip(*(model.parameters() for model in models), strict=True):
            weights[0].copy_(torch.stack(weights).mean(0))
    return models[0]


def _loss(model: PolicyModel, examples: Sequence[Example], states: Sequence[Tensor]) -> Tensor:
    truth = torch.tensor([CLASSES.index(example.label) for example in examples])
    # A frame filled thrice counts for more than one example, and for less than three.
    weights = torch.tensor([example.weight**0.5 for example in examples])
    scores = model(torch.cat(list(states)), [len(text) for text in states])
    losses = functional.cross_entropy(scores, truth, reduction="none", label_smoothing=SMOOTHING)
    return (losses * weights).sum() / weights.sum()


def _batches(chosen: Sequence[int], chance: random.Random) -> list[list[int]]:
    order = chance.sample(list(chosen), len(chosen))
    return [order[start : start + BATCH] for start in range(0, len(order), BATCH)]


def _states(examples: Sequence[Example]) -> list[list[Tensor]]:
    """Of each text and each way to type it, what the layers below those that are trained make of its tokens."""
    embedder, chance = E5(2), random.Random(SEED)
    model = PolicyModel(Weights(path())).eval()
    ways = [list(dict.fromkeys([one.text, *(typed(one.text, chance) for _ in range(WAYS - 1))])) for one in examples]
    texts = list(chain.from_iterable(ways))
    found: list[Tensor] = []
    for start in range(0, len(texts), TEXTS_AT_ONCE):
        ids = [model_input(embedder, text) for text in texts[start : start + TEXTS_AT_ONCE]]
        lower = [torch.from_numpy(embedder.lower_states(one)) for one in ids]
        lengths = [len(one) for one in lower]
        found += [one.clone() for one in model.states_below(torch.cat(lower), lengths).split(lengths)]
    states = iter(found)
    return [list(islice(states, len(of_one))) for of_one in ways]


def check(examples: Sequence[Example], states: Sequence[Sequence[Tensor]], folds: int) -> None:
    """Each topic with its paraphrases and translations held out."""
    topics = sorted({example.topic for example in examples})
    fold_of = dict(zip(topics, np.random.default_rng(SEED).permutation(len(topics)) % FOLDS, strict=True))
    place = np.array([fold_of[example.topic] for example in examples])
    tested = np.flatnonzero(place < folds)
    sensitive = np.zeros(len(examples))
    for fold in range(folds):
        model = trained(examples, states, np.flatnonzero(place != fold).tolist())
        with torch.no_grad():
            for i in np.flatnonzero(place == fold):
                sensitive[i] = 1 - float(model(states[i][0], [len(states[i][0])]).softmax(1)[0, 0])
    truth = np.array([example.label != CLASSES[0] for example in examples])[tested]
    _report(sensitive[tested], truth)


def _report(sensitive: np.ndarray, truth: np.ndarray) -> None:
    print(f"topics held out: {truth.sum()} sensitive, {(~truth).sum()} harmless examples")
    harmless = np.sort(sensitive[~truth])[::-1]
    for share in FALSE_ALARMS:
        threshold = harmless[int(share * len(harmless))]
        print(f"  {share:.3f} of the harmless above {threshold:.2f}: {(sensitive[truth] > threshold).mean():.3f}")
    over = sensitive > 0.5
    print(f"  above .50: {over[truth].mean():.3f} of the sensitive, {over[~truth].mean():.3f} of the harmless")


def save(model: PolicyModel) -> None:
    """Between the weights that are there and these, which errs less than either."""
    head = VECTOR_LENGTH * model.head.weight.detach().numpy().T
    found = {"head.w": head.astype(np.float32), "head.b": model.head.bias.detach().numpy()}
    for number, layer in zip(TRAINED, model.layers, strict=True):
        found |= layer_arrays(number, layer)
    np.savez(WEIGHTS, **mixed(dict(np.load(WEIGHTS)), found, SHARE_OF_FITTED))


if __name__ == "__main__":
    main()
