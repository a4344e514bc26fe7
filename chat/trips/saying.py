"""How a traveller's words are meant: as a question, or of what is not wished for."""

import re

from chat.trips.vocabulary import alternatives
from knowledge.text.terms import fold
from knowledge.text.vocabulary import in_any

_QUESTION_WORDS = "|".join(sorted(map(fold, in_any(lambda known: known.question_words))))
_ASKING = re.compile(
    rf"\?|¿|^(?!{alternatives('let')}\b)(?:y |e |and )?(?:{_QUESTION_WORDS}|is|are|does|do|can)\b"
    rf"|\b{alternatives('asks')}\b"
)
# Before a word: it is not wished for.
_NEGATED = re.compile(
    rf"\b(?:{alternatives('remove')}|{alternatives('dislike')}|{alternatives('less')}|no|non|not)"
    rf"(?: {alternatives('so_much')}\b){{0,3}}+(?: \w+)?+(?: {alternatives('so_much')}\b){{0,3}}+\s*$"
)


def asks_something(text: str) -> bool:
    """In the words of a question, which may have a plain answer."""
    return bool(_ASKING.search(fold(text)))


def is_negated(before: str) -> bool:
    """What stands after these folded words is not wished for."""
    return bool(_NEGATED.search(before))
