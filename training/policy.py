"""`python -m training.policy`: the classifier of the policy gate, from the examples in the repository.

The examples of what questions ask for (understanding) are ordinary questions, and count as harmless ones here.
"""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.question_examples import Example, read

EXAMPLES = Path("chat/agent/policy/examples")
ORDINARY = Path("chat/agent/understanding/examples/asked_for")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    import django

    django.setup()
    from chat.agent.policy import classifier
    from training import network

    examples = all_examples()
    vectors, words, classes, weights = material(examples)
    classifier.save(network.fit(vectors, words, classes, weights, len(classifier.CLASSES)))
    print(f"{len(examples)} examples, {classifier.WEIGHTS.stat().st_size / 1000:.0f} kB")


def all_examples() -> list[Example]:
    ordinary = [replace(example, label="harmless", topic=f"ordinary {example.topic}") for example in read(ORDINARY)]
    return read(EXAMPLES) + ordinary


Array = NDArray[np.float32]


def material(examples: list[Example]) -> tuple[Array, Array, NDArray[np.int64], Array]:
    """By example its vector, its words, its class and its weight."""
    from chat.agent.policy.classifier import CLASSES
    from chat.agent.policy.features import BUCKETS, word_features
    from knowledge.embedding.remembered import query_vector

    vectors = np.array([query_vector(example.text) for example in examples], np.float32)
    words = np.zeros((len(examples), BUCKETS), np.float32)
    for row, example in zip(words, examples, strict=True):
        found = word_features(example.text)
        row[list(found)] = list(found.values())
    classes = np.array([CLASSES.index(example.label) for example in examples])
    # A frame filled thrice counts for more than one example, and for less than three.
    weights = np.array([example.weight**0.5 for example in examples], np.float32)
    return vectors, words, classes, weights


if __name__ == "__main__":
    main()
