"""`python -m training.questions fit|check NAME`: the classifiers of questions, from the examples in the repository.

`check` says what they are worth on topics that were held out.
"""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.question_examples import Example, read

AGENT = Path("chat/agent")


@dataclass(frozen=True)
class Task:
    examples: Path
    weights: Path
    ridge: float


TASKS = {
    "asked_for": Task(AGENT / "understanding/examples/asked_for", AGENT / "understanding/asked_for.npz", 1e-4),
    "catalogue_field": Task(
        AGENT / "understanding/examples/catalogue_field", AGENT / "understanding/catalogue_field.npz", 1e-4
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "check"))
    parser.add_argument("name", choices=TASKS)
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    import django

    django.setup()
    task = TASKS[arguments.name]
    examples = read(task.examples)
    fit(task, examples) if arguments.what == "fit" else check(task, examples)


def fit(task: Task, examples: list[Example]) -> None:
    from chat.agent.question_classifier import save
    from training import logistic

    names, vectors, classes, weights = material(examples)
    save(task.weights, names, logistic.fit(vectors, classes, weights, task.ridge))
    print(f"{len(examples)} examples, {task.weights.stat().st_size / 1000:.0f} kB")


def check(task: Task, examples: list[Example]) -> None:
    from training import logistic

    names, vectors, classes, weights = material(examples)
    found = logistic.held_out(vectors, classes, weights, [example.topic for example in examples], task.ridge)
    guessed = found.argmax(1)
    print(f"right on topics held out: {np.average(guessed == classes, weights=weights):.3f}")
    table = np.zeros((len(names), len(names)))
    np.add.at(table, (classes, guessed), weights)
    for name, row in zip(names, table, strict=True):
        counts = ", ".join(f"{other} {count:.0f}" for other, count in zip(names, row, strict=True) if count >= 0.5)
        print(f"  {name}: {counts}")
    for language in sorted({example.language for example in examples}):
        chosen = np.array([example.language == language for example in examples])
        print(f"  {language}: {np.average((guessed == classes)[chosen], weights=weights[chosen]):.3f}")


def material(examples: list[Example]):  # type: ignore[no-untyped-def]
    """Names of the classes, and by example its vector, class and weight."""
    from knowledge.embedding.remembered import query_vector

    names = sorted({example.label for example in examples})
    vectors = np.array([query_vector(example.text) for example in examples], np.float32)
    classes = np.array([names.index(example.label) for example in examples])
    return names, vectors, classes, np.array([example.weight for example in examples], np.float32)


if __name__ == "__main__":
    main()
