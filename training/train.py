"""Trains the upper layers; a run that was stopped goes on from its last checkpoint."""

import json
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from knowledge.embedding.e5_weights import Weights
from training.encoding import Encoded
from training.model import ReaderModel, initial
from training.states import LowerStates
from training.training_set import SEED, Sources, batches, encoded_pass

LEARNING_RATE = 1e-4
SCORES_LEARNING_RATE = 1e-3
WARM_UP = 0.05
WEIGHT_DECAY = 0.01
MAX_GRADIENT = 1.0
CHECKPOINT_STEPS = 100
FAR = -1e4


def loss(scores: Tensor, items: Sequence[Encoded]) -> Tensor:
    """Summed over the texts: cross-entropy of start, end, and of which sentence answers; each has "none" as a class."""
    start, end, relevance = scores.float().unbind(-1)
    question = torch.zeros(start.shape, dtype=torch.bool)
    for row, item in enumerate(items):
        question[row, 1 : item.passage_start] = True
    targets = torch.tensor([item.answer for item in items])
    spans = sum(
        functional.cross_entropy(logits.masked_fill(question, FAR), targets[:, side], reduction="sum")
        for side, logits in enumerate((start, end))
    )
    return spans / 2 + sum(_sentence_loss(row, item) for row, item in zip(relevance, items, strict=True))


def _sentence_loss(relevance: Tensor, item: Encoded) -> Tensor:
    logits = torch.stack([relevance[0], *(relevance[start:end].mean() for start, end in item.sentences)])
    answering = torch.tensor([not any(item.answering), *item.answering])
    return torch.logsumexp(logits, 0) - torch.logsumexp(logits[answering], 0)


def train(sources: Sources, states: LowerStates, tokenizer, weights: Weights, passes: int, folder: Path) -> ReaderModel:
    torch.manual_seed(SEED)
    model = initial(weights)
    optimizer = torch.optim.AdamW(
        [
            {"params": model.layers.parameters(), "lr": LEARNING_RATE, "peak": LEARNING_RATE},
            {"params": model.scores.parameters(), "lr": SCORES_LEARNING_RATE, "peak": SCORES_LEARNING_RATE},
        ],
        weight_decay=WEIGHT_DECAY,
        fused=True,
    )
    checkpoint = folder / "checkpoint.pt"
    done = (0, 0)
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        done = saved["done"]
    for number in range(done[0], passes):
        encoded = encoded_pass(sources, number, tokenizer)
        print(json.dumps({"pass": number, "examples": len(encoded), "own": _own(encoded)}), flush=True)
        states.add([item.ids for item in encoded])
        steps = batches(encoded, number)
        for step in range(done[1] if number == done[0] else 0, len(steps)):
            began = time.monotonic()
            rate = _rate((number + step / len(steps)) / passes)
            torch.manual_seed(SEED + number * 100_000 + step)
            value = _step(model, optimizer, states, steps[step], rate)
            if step % 10 == 0:
                seconds = round(time.monotonic() - began, 2)
                print(json.dumps({"step": step, "of": len(steps), "loss": round(value, 3), "s": seconds}), flush=True)
            if (step + 1) % CHECKPOINT_STEPS == 0 or step + 1 == len(steps):
                _save(checkpoint, model, optimizer, (number, step + 1))
    return model


def _own(encoded: Sequence[Encoded]) -> int:
    return sum(item.example.source.startswith("own") for item in encoded)


def _rate(progress: float) -> float:
    return min(progress / WARM_UP, (1 - progress) / (1 - WARM_UP))


def _step(
    model: ReaderModel, optimizer: torch.optim.Optimizer, states: LowerStates, stacks: list[list[Encoded]], rate: float
) -> float:
    model.train()
    texts, total = sum(map(len, stacks)), 0.0
    for stack in stacks:
        lower = torch.from_numpy(states.stack([item.ids for item in stack]))
        with torch.autocast("cpu", torch.bfloat16):
            scores = model(lower)
        value = loss(scores, stack) / texts
        value.backward()
        total += value.item()
    torch.nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT)
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * rate
    optimizer.step()
    optimizer.zero_grad()
    return total


def _save(path: Path, model: ReaderModel, optimizer: torch.optim.Optimizer, done: tuple[int, int]) -> None:
    saved = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "done": done}
    torch.save(saved, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)
