"""Trains the reader model, from the data to its weights: see README.md in this folder."""

import argparse
from pathlib import Path

import torch

from knowledge.embedding import e5_weights
from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_weights import Weights
from training.states import LowerStates
from training.train import train
from training.training_set import Sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reading", type=Path, required=True, help="folder with passages.jsonl and questions.jsonl")
    parser.add_argument("--sections", type=Path, required=True, help="the sample's sections, by dump_sections.py")
    parser.add_argument("--questions", type=Path, default=Path(__file__).with_name("questions"))
    parser.add_argument("--work", type=Path, required=True, help="states and checkpoints; about 2 GB")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    embedder = E5(threads=1)
    states = LowerStates(options.work / "states", embedder, options.threads)
    sources = Sources(options.reading, options.questions, options.sections)
    weights = Weights(e5_weights.path())
    train(sources, states, embedder.tokenizer, weights, options.passes, options.work)


if __name__ == "__main__":
    main()
