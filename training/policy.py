"""The examples that the classifier of the policy is trained on.

The examples of what questions ask for (understanding) and questions that the reader is trained on are ordinary
questions, and count as harmless ones here.
"""

import random
from dataclasses import replace
from pathlib import Path

from training.examples import encyclopaedic, is_held_out, written
from training.question_examples import Example, read

EXAMPLES = Path("chat/agent/policy/examples")
ORDINARY = Path("chat/agent/understanding/examples/asked_for")
QUESTIONS = Path("training/questions")
QUESTION_WEIGHT = 4 / 9
"""Of those that the reader is trained on; each counts for less than an example, or there would be too few to be refused
among them. Of documents and articles that are held out none is taken."""


def all_examples(reading: Path) -> list[Example]:
    """`reading` is a folder with passages.jsonl and questions.jsonl."""
    return [*own_examples(), *_encyclopaedic(reading)]


def own_examples() -> list[Example]:
    """Those that are this repository's."""
    ordinary = [replace(example, label="harmless", topic=f"ordinary {example.topic}") for example in read(ORDINARY)]
    return [*read(EXAMPLES), *ordinary, *_of_documents()]


def _of_documents() -> list[Example]:
    return [
        _harmless(question["question"], question["lang"], f"document {question['document']}")
        for path in sorted(QUESTIONS.glob("*.yaml"))
        for question in written(path)
        if not is_held_out(question["document"])
    ]


def _encyclopaedic(reading: Path) -> list[Example]:
    return [
        _harmless(one.question, one.lang, f"article {one.passage.group}")
        for one in encyclopaedic(reading, random.Random(0))
        if not one.held_out
    ]


def _harmless(text: str, language: str, topic: str) -> Example:
    return Example(text, language, "harmless", topic, QUESTION_WEIGHT)
