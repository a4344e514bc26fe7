"""Which field of a course's or a person's entry in the catalogue a question asks for."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from chat.agent.question_classifier import load
from chat.agent.understanding.mentions import Mention

WEIGHTS = Path(__file__).with_name("catalogue_field.npz")
OTHER = "other"
STAND_INS: Mapping[str, Mapping[str, str]] = {
    "course": {"gl": "Química Orgánica", "es": "Química Orgánica", "en": "Organic Chemistry"},
    "person": {"gl": "Ana Pérez", "es": "Ana Pérez", "en": "Ana Pérez"},
}
"""what the examples call every course and every person: what is read is the question, not what it is about"""


def asked_field(question: str, mentions: Sequence[Mention], language: str) -> tuple[str, float]:
    """The likeliest class of the examples, and its probability, 0-1; OTHER for what the catalogue does not hold."""
    found = load(WEIGHTS).probabilities(with_stand_ins(question, mentions, language))
    return max(found.items(), key=lambda item: item[1])


def with_stand_ins(question: str, mentions: Sequence[Mention], language: str) -> str:
    for mention in sorted(mentions, key=lambda one: -one.start):
        if mention.kind in STAND_INS:
            name = STAND_INS[mention.kind].get(language, STAND_INS[mention.kind]["en"])
            question = question[: mention.start] + name + question[mention.end :]
    return question
