"""Trains the reader model, from the data to its weights and its figures: see README.md in this folder."""

import argparse
import json
from pathlib import Path

import torch

from chat.agent.answers.reader.reader import WEIGHTS_FILE, Reader
from knowledge.embedding import e5_weights
from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_weights import Weights
from training import evaluate
from training.export import export
from training.states import LowerStates
from training.train import train
from training.training_set import Sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reading", type=Path, required=True, help="folder with passages.jsonl and questions.jsonl")
    parser.add_argument("--sections", type=Path, required=True, help="the sample's sections, by dump_sections.py")
    parser.add_argument("--questions", type=Path, default=Path(__file__).with_name("questions"))
    parser.add_argument("--work", type=Path, required=True, help="states and checkpoints; about 2 GB")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--weights", type=Path, default=WEIGHTS_FILE)
    parser.add_argument("--only-evaluate", action="store_true", help="measure the weights that are there")
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    embedder = E5(threads=options.threads)
    sources = Sources(options.reading, options.questions, options.sections)
    if not options.only_evaluate:
        states = LowerStates(options.work / "states", embedder, options.threads)
        weights = Weights(e5_weights.path())
        model = train(sources, states, embedder.tokenizer, weights, options.steps, options.work)
        export(model, options.weights)

    reader = Reader(embedder, threads=options.threads, weights_file=options.weights)
    examples = sources.examples()
    passages = list(dict.fromkeys(example.passage for example in examples))
    held_out = [example for example in examples if example.held_out]
    figures = {
        "reading": evaluate.by_kind(held_out, lambda some: evaluate.reading(some, reader)),
        "ranking": evaluate.by_kind(held_out, lambda some: evaluate.ranking(some, passages, reader, embedder)),
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
