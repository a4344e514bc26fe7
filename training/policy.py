"""The examples that the classifier of the policy is trained on (`train_policy`).

The examples of what questions ask for (understanding) and questions that the reader is trained on are ordinary
questions, and count as harmless ones here.
"""

import random
from dataclasses import replace
from pathlib import Path

import yaml

from training.question_examples import Example, read

EXAMPLES = Path("chat/agent/policy/examples")
ORDINARY = Path("chat/agent/understanding/examples/asked_for")
QUESTIONS = Path("training/questions")
FILES = "calls courses guides koalaroute offices regulations rules services statutes studies".split()
"""of them; the others, which the classifier has not seen, say how many questions to documents it doubts"""
QUESTIONS_TAKEN, QUESTION_WEIGHT = 6000, 1 / 9
"""of 14,886; each counts for less than an example, or there would be too few to be refused among them"""
SEED = 1


def all_examples() -> list[Example]:
    ordinary = [replace(example, label="harmless", topic=f"ordinary {example.topic}") for example in read(ORDINARY)]
    return read(EXAMPLES) + ordinary + _of_documents()


def _of_documents() -> list[Example]:
    found = [
        Example(question["question"], question["lang"], "harmless", f"document {question['document']}", QUESTION_WEIGHT)
        for name in FILES
        for question in yaml.safe_load((QUESTIONS / f"{name}.yaml").read_text(encoding="utf-8"))
    ]
    return random.Random(SEED).sample(found, QUESTIONS_TAKEN)
