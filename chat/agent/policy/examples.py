"""What the classifier is fitted on: a file for each class, topics in it, a language and a question per line."""

from dataclasses import dataclass
from pathlib import Path

from chat.agent.policy.classifier import CLASSES

FOLDER = Path(__file__).with_name("examples")


@dataclass(frozen=True)
class Example:
    text: str
    language: str
    label: str
    topic: str
    """of the same topic are paraphrases, translations and near kin"""


def read() -> list[Example]:
    return [example for label in CLASSES for example in _of(label)]


def _of(label: str) -> list[Example]:
    examples, topic = [], ""
    for line in (FOLDER / f"{label}.txt").read_text().splitlines():
        if line.startswith("#"):
            topic = f"{label}: {line[2:]}"
        elif line:
            examples.append(Example(line[3:], line[:2], label, topic))
    return examples
