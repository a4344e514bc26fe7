"""`python -m training.pack_policy PACK.npz --reading FOLDER`: all that the policy's training needs, in one file.

As with pack.py, `train_policy` needs this file, numpy and torch alone.
"""

import argparse
import random
from pathlib import Path

import numpy as np

from chat.agent.policy_classes import CLASSES, TRAINED, model_input
from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_weights import Weights, path
from training.pack import embedder_arrays, numbered
from training.policy import QUESTION_WEIGHT, all_examples
from training.typed import typed

WORDINGS = 4
"""of each question; the first as it was written, the others as it may be typed"""
SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path)
    parser.add_argument("--reading", type=Path, required=True, help="folder with passages.jsonl and questions.jsonl")
    options = parser.parse_args()
    embedder, chance = E5(threads=2), random.Random(SEED)
    examples = all_examples(options.reading)
    topics = {topic: number for number, topic in enumerate(sorted({example.topic for example in examples}))}
    asked = [
        model_input(embedder, typed(example.text, chance) if number else example.text)
        for example in examples
        for number in range(WORDINGS)
    ]
    tokens = [token for ids in asked for token in ids]
    vocabulary, place = numbered(tokens)
    np.savez_compressed(
        options.pack,
        vocabulary=vocabulary,
        asked=np.array([place[token] for token in tokens], np.uint16),
        asked_ends=np.cumsum([len(ids) for ids in asked], dtype=np.int32),
        classes=np.array(CLASSES),
        truth=np.array([CLASSES.index(example.label) for example in examples], np.uint8),
        weights=np.array([example.weight for example in examples], np.float32),
        # Those of the reader, by their weight.
        asked_once=np.array([example.weight == QUESTION_WEIGHT for example in examples]),
        topics=np.array([topics[example.topic] for example in examples], np.int32),
        trained=np.array(TRAINED),
        **dict(embedder_arrays(Weights(path()), vocabulary)),
    )
    print(f"{len(examples)} questions, {options.pack.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
