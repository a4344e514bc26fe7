"""What may name a part of a document, told apart from a sentence of its text."""

from __future__ import annotations

import re

from knowledge.ingestion.words import any_of

# Of all futures, -rá and -rán are no other word's ending.
# In Galician it may be followed by its pronoun: "publicaranse".
_VERB = re.compile(rf"\b(?:{any_of('sentence_verbs')}|\w{{2,}}[aeiío]r(?:[áà]n?|anse|ase))\b", re.IGNORECASE)
_FUTURE = re.compile(r"\b\w{2,}[aeiío]r(?:[áà]n?|anse|ase)\b", re.IGNORECASE)
# An infinitive orders: "Derogar la Resolución 5/2019."
_OPENING = re.compile(rf"(?:\w+[aei]r\s+)?(?:{any_of('determiners')})\b|[^.]*\d", re.IGNORECASE)
_ORGANISATION = re.compile(rf"\W*(?:\w+\s+)?(?:{any_of('organisations')})\b", re.IGNORECASE)
_SEPARATOR = re.compile(r"(?<!\s)\s++[-–—|·]\s++|:\s++")
_WORD = re.compile(r"[^\W_]{2,}")
_MAX_WORDS = 8
_RELATIVE = re.compile(rf"(?:\b(?:{any_of('question_words')})\b|¿)", re.IGNORECASE)
_VALUE = re.compile(r":\s+\S")
FORMULA = re.compile(r"[=≤≥≠]")
"""A line with it is computed or compared: "NF = 0,3·P + 0,7·E" is what people ask for, and no heading."""


def is_sentence(text: str) -> bool:
    """Whether `text` says something: it has a verb that no "who" or "which" takes in, or a colon that announces or
    parts a value: "Se exigen:", unlike "Definiciones:"."""
    if _VALUE.search(text) or (text.endswith(":") and " " in text.strip()):
        return True
    return has_verb(text)


def has_verb(text: str) -> bool:
    """Whether it has one that no "who" or "which" takes in."""
    verb = _VERB.search(text)
    return verb is not None and not _RELATIVE.search(text, 0, verb.start())


def has_future(text: str) -> bool:
    """Whether it has a verb in the Spanish or Galician future that no "who" or "which" takes in."""
    verb = _FUTURE.search(text)
    return verb is not None and not _RELATIVE.search(text, 0, verb.start())


def is_plain_name(text: str) -> bool:
    """Whether `text` is a name even where others like it are sentences."""
    if is_sentence(text):
        return False
    return text.isupper() or (len(text.split()) <= _MAX_WORDS and not _OPENING.match(text))


def is_organisation(text: str) -> bool:
    """Whether a heading says who wrote, and not also what: "Servicio de deportes — Tarifas" does."""
    if not _ORGANISATION.match(text):
        return False
    parts = [part for part in _SEPARATOR.split(text)[1:] if len(_WORD.findall(part)) > 1]
    return all(_ORGANISATION.match(part) for part in parts)
