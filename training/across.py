"""Questions of one language over passages of another: of a text and its translation, each question asks the other too.

A question and its translation are each other's nearest by e5's vectors, and the answers say the same figures.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knowledge.embedding.e5 import E5
from training.examples import Example

MIN_COSINE = 0.9
SOURCE = "encyclopaedic, across languages"


def across(examples: Sequence[Example], embedder: E5) -> list[Example]:
    """Each with the question of its translation: what is asked and the passage stay, the language of asking changes."""
    texts = list(dict.fromkeys(example.question for example in examples))
    vector = dict(zip(texts, embedder.embed(texts), strict=True))
    first, second = ([one for one in examples if one.lang == lang] for lang in ("en", "es"))
    cosines = np.array([vector[one.question] for one in first]) @ np.array([vector[one.question] for one in second]).T
    there, back = cosines.argmax(1), cosines.argmax(0)
    made = []
    for place, other in enumerate(there):
        one, its = first[place], second[other]
        if back[other] == place and cosines[place, other] >= MIN_COSINE and _alike(one, its):
            made.append(replace(one, question=its.question, lang=its.lang, source=SOURCE))
            made.append(replace(its, question=one.question, lang=one.lang, source=SOURCE))
    return made


def _alike(one: Example, other: Example) -> bool:
    if one.held_out != other.held_out or (one.answer is None) != (other.answer is None):
        return False
    return _figures(one) == _figures(other)


def _figures(example: Example) -> set[str]:
    if example.answer is None:
        return set()
    start, end = example.answer
    return set(re.findall(r"\d+", example.passage.text[start:end]))
