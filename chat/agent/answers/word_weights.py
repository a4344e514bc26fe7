"""How much a word of a question tells of what answers it; fitted by training/word_weights.py."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("word_weights.tsv")
USUAL = 0.7


def weight(word: str) -> float:
    """0-1: the share of the questions with this folded word whose answering passage says it; that of all words for a
    word that is not known."""
    return _known().get(word, USUAL)


def is_known(word: str) -> bool:
    """Whether it was weighed: a folded word that questions are made of."""
    return word in _known()


@cache
def _known() -> Mapping[str, float]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {word: float(share) for word, share in (line.split("\t") for line in lines)}
