"""Trains the reader model further, to choose among all that is read for a question: see README.md in this folder.

Clark and Gardner, "Simple and effective multi-paragraph reading comprehension" (2018), section 3: scores are normalised
over all passages of a question, here with "none of them answers" as one more choice, whose logit is 0.
"""

import argparse
import json
import random
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from chat.agent.answers.reader.reader import WEIGHTS_FILE
from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_weights import MATRICES, UPPER, outlier_divisors
from training import examples, groups
from training.across import across
from training.export import export
from training.groups import Group, Window
from training.model import ReaderModel
from training.states import LowerStates

SEED = 31
LEARNING_RATE = 7e-5
WARM_UP_STEPS = 80
DECAY_SHARE = 0.5
WEIGHT_DECAY = 0.01
MAX_GRADIENT = 1.0
STEP_TOKENS = 2800
CHECKPOINT_STEPS = 100
ENCYCLOPAEDIC = 600
"""Questions over paragraphs in each pass, so that what was learnt there is kept, and as many across languages."""
SHARE_OF_TRAINED = 0.5
"""What is written is a mean of the weights before and after (Wortsman and others 2022, "Robust fine-tuning of zero-shot
models"): near misses are told better, and what was known before is kept. README.md has the figures."""


def loss(windows: Sequence[Window], scores: Sequence[Tensor]) -> Tensor:
    """Of one question: cross-entropy of start and end, halved, and of the quote that answers."""
    starts, ends, right_starts, right_ends, quotes, right_quotes = [], [], [], [], [], []
    for window, score in zip(windows, scores, strict=True):
        above_none = score.float() - score[:1].float()
        learnt = torch.zeros(len(above_none), dtype=torch.bool)
        learnt[window.passage_start : -1] = True
        start, end = torch.zeros_like(learnt), torch.zeros_like(learnt)
        for quote in window.quotes:
            tokens = slice(*quote.tokens)
            if quote.verdict == "unknown":
                learnt[tokens] = False
                continue
            quotes.append(above_none[tokens, 2].mean())
            right_quotes.append(quote.verdict == "right")
            if quote.answer:
                start[quote.answer[0]] = end[quote.answer[1]] = True
        starts.append(above_none[learnt, 0])
        ends.append(above_none[learnt, 1])
        right_starts.append(start[learnt])
        right_ends.append(end[learnt])
    total = (_choice(torch.cat(starts), torch.cat(right_starts)) + _choice(torch.cat(ends), torch.cat(right_ends))) / 2
    return total + (_choice(torch.stack(quotes), torch.tensor(right_quotes)) if quotes else 0)


def _choice(logits: Tensor, right: Tensor) -> Tensor:
    none = torch.zeros(1)
    chosen = logits[right] if right.any() else none
    return torch.logsumexp(torch.cat([none, logits]), 0) - torch.logsumexp(chosen, 0)


def steps_of(found: Sequence[Group]) -> list[list[Group]]:
    steps: list[list[Group]] = [[]]
    tokens = 0
    for group in found:
        if tokens > STEP_TOKENS:
            steps.append([])
            tokens = 0
        steps[-1].append(group)
        tokens += sum(len(window.ids) for window in group.windows)
    return steps


def scores_of(model: ReaderModel, states: LowerStates, windows: Sequence[Window]) -> Sequence[Tensor]:
    """Of each window (tokens, 3)."""
    lengths = [len(window.ids) for window in windows]
    lower = torch.from_numpy(states.joined([window.ids for window in windows]))
    with torch.autocast("cpu", torch.bfloat16):
        scores: Tensor = model(lower, lengths)
    return scores.split(lengths)


def train(steps: Sequence[Sequence[Group]], model: ReaderModel, states: LowerStates, folder: Path) -> None:
    """A run that was stopped goes on from its last checkpoint."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY, fused=True)
    checkpoint = folder / "ranking.pt"
    done = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        done = saved["done"]
    model.train()
    for number in range(done, len(steps)):
        began = time.monotonic()
        torch.manual_seed(SEED + number)
        for group in optimizer.param_groups:
            rate = min((number + 1) / WARM_UP_STEPS, (len(steps) - number) / (DECAY_SHARE * len(steps)), 1)
            group["lr"] = LEARNING_RATE * rate
        value = _step(model, optimizer, states, steps[number])
        if number % 10 == 0:
            line = {"step": number, "of": len(steps), "loss": round(value, 3), "s": round(time.monotonic() - began, 2)}
            print(json.dumps(line), flush=True)
        if (number + 1) % CHECKPOINT_STEPS == 0 or number + 1 == len(steps):
            saved = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "done": number + 1}
            torch.save(saved, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)


def _step(model: ReaderModel, optimizer: torch.optim.Optimizer, states: LowerStates, step: Sequence[Group]) -> float:
    states.add([window.ids for group in step for window in group.windows])
    scores = iter(scores_of(model, states, [window for group in step for window in group.windows]))
    total = sum(loss(group.windows, [next(scores) for _ in group.windows]) for group in step)
    value = total / len(step)
    value.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT)
    optimizer.step()
    optimizer.zero_grad()
    return float(value)


def from_file(path: Path) -> ReaderModel:
    """The trained weights again, as export.py wrote them."""
    stored = np.load(path)
    model = ReaderModel()
    with torch.no_grad():
        model.scores.weight.copy_(torch.from_numpy(stored["scores.w"].T))
        model.scores.bias.copy_(torch.from_numpy(stored["scores.b"]))
        for number, layer in zip(UPPER, model.layers, strict=True):
            for name in MATRICES:
                integers, scale = stored[f"l{number}.{name}.w"], stored[f"l{number}.{name}.s"]
                matrix = integers.T.astype(np.float32) * scale[:, None]
                if name == "fo":
                    matrix /= outlier_divisors(number)
                getattr(layer, name).weight.copy_(torch.from_numpy(matrix))
                getattr(layer, name).bias.copy_(torch.from_numpy(stored[f"l{number}.{name}.b"]))
            for name in ("aln", "oln"):
                getattr(layer, name).weight.copy_(torch.from_numpy(stored[f"l{number}.{name}.w"]))
                getattr(layer, name).bias.copy_(torch.from_numpy(stored[f"l{number}.{name}.b"]))
    return model


def mean(before: ReaderModel, after: ReaderModel) -> ReaderModel:
    """Changes `before`."""
    with torch.no_grad():
        for weight, trained in zip(before.parameters(), after.parameters(), strict=True):
            weight.lerp_(trained, SHARE_OF_TRAINED)
    return before


def pass_of(number: int, files: Sequence[Path], reading: Path, embedder: E5) -> list[Group]:
    chance = random.Random(SEED + number)
    tokenizer = embedder.tokenizer
    found = [group for file in files for group in groups.retrieved(file, tokenizer, chance)]
    learnt = [one for one in examples.encyclopaedic(reading, chance) if not one.held_out]
    for some in (learnt, across(learnt, embedder)):
        found += groups.encyclopaedic(some, ENCYCLOPAEDIC, tokenizer, chance)
    chance.shuffle(found)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("candidates", type=Path, nargs="+", help="files by candidates.py")
    parser.add_argument("--reading", type=Path, required=True, help="folder with passages.jsonl and questions.jsonl")
    parser.add_argument("--work", type=Path, required=True, help="states and checkpoints; about 3 GB")
    parser.add_argument("--steps", type=int, default=2700, help="a pass over all questions is about 1,770")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--weights", type=Path, default=WEIGHTS_FILE)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    embedder = E5(threads=options.threads)
    states = LowerStates(options.work / "states", embedder, options.threads)
    model = from_file(options.weights)
    steps: list[list[Group]] = []
    for number in count():
        if len(steps) >= options.steps:
            break
        steps += steps_of(pass_of(number, options.candidates, options.reading, embedder))
    train(steps[: options.steps], model, states, options.work)
    export(mean(from_file(options.weights), model), options.weights)


if __name__ == "__main__":
    main()
