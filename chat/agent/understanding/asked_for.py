"""Whether a question asks for one fact or for a whole: a list, a procedure, the assessment of a course."""

from pathlib import Path
from typing import Literal, cast

from chat.agent.question_classifier import load

Whole = Literal["", "list", "procedure", "assessment", "bibliography", "contact", "schedule"]

WEIGHTS = Path(__file__).with_name("asked_for.npz")
FACT = "fact"
THRESHOLD = 0.5
"""Below it a question is taken to ask for one fact: docs/agent.md has what that costs."""


def wants_whole(question: str) -> Whole:
    """Empty where one fact is asked for."""
    found, probability = max(load(WEIGHTS).probabilities(question).items(), key=lambda item: item[1])
    return "" if found == FACT or probability < THRESHOLD else cast(Whole, found)
