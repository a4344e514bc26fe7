"""Trains the upper layers; a run that was stopped goes on from its last checkpoint."""

import json
import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from knowledge.embedding.e5_tokenizer import Tokenizer
from knowledge.embedding.e5_weights import Weights
from training.encoding import Encoded
from training.model import ReaderModel, initial
from training.states import LowerStates
from training.training_set import SEED, Sources, batches, encoded_pass

LEARNING_RATE = 1e-4
SCORES_LEARNING_RATE = 1e-3
WARM_UP_STEPS = 40
DECAY_SHARE = 0.4
"""Of the steps, the last ones, over which the learning rate falls to nothing; before it stands still."""
WEIGHT_DECAY = 0.01
MAX_GRADIENT = 1.0
CHECKPOINT_STEPS = 50
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


def train(
    sources: Sources, states: LowerStates, tokenizer: Tokenizer, weights: Weights, steps: int, folder: Path
) -> ReaderModel:
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
    done = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        done = saved["done"]
    for step, stacks in enumerate(islice(_endless(sources, tokenizer), steps)):
        if step < done:
            continue
        began = time.monotonic()
        torch.manual_seed(SEED + step)
        states.add([item.ids for stack in stacks for item in stack])
        value = _step(model, optimizer, states, stacks, _rate(step, steps))
        if step % 10 == 0:
            line = {"step": step, "loss": round(value, 3), "seconds": round(time.monotonic() - began, 2)}
            print(json.dumps(line), flush=True)
        if (step + 1) % CHECKPOINT_STEPS == 0 or step + 1 == steps:
            _save(checkpoint, model, optimizer, step + 1)
    return model


def _endless(sources: Sources, tokenizer: Tokenizer) -> Iterator[list[list[Encoded]]]:
    for number in count():
        encoded = encoded_pass(sources, number, tokenizer)
        steps = batches(encoded, number)
        own = sum(item.example.source.startswith("own") for item in encoded)
        print(json.dumps({"pass": number, "examples": len(encoded), "own": own, "steps": len(steps)}), flush=True)
        yield from steps


def _rate(step: int, steps: int) -> float:
    return min((step + 1) / WARM_UP_STEPS, (steps - step) / (DECAY_SHARE * steps), 1)


def _step(
    model: ReaderModel, optimizer: torch.optim.Optimizer, states: LowerStates, stacks: list[list[Encoded]], rate: float
) -> float:
    model.train()
    texts, total = sum(map(len, stacks)), 0.0
    for stack in stacks:
        lengths = [len(item.ids) for item in stack]
        lower = torch.from_numpy(states.joined([item.ids for item in stack]))
        with torch.autocast("cpu", torch.bfloat16):
            scores = model(lower, lengths).view(len(stack), lengths[0], -1)
        value = loss(scores, stack) / texts
        value.backward()
        total += value.item()
    torch.nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT)
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * rate
    optimizer.step()
    optimizer.zero_grad()
    return total


def _save(path: Path, model: ReaderModel, optimizer: torch.optim.Optimizer, done: int) -> None:
    saved = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "done": done}
    torch.save(saved, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)
