"""The words of a question as a sparse vector: words, pairs of words, the first words, character n-grams."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from zlib import crc32

from knowledge.text.terms import fold, words

BUCKETS = 1 << 12
PIECE_SIZES = (3, 4, 5)


def word_features(text: str) -> dict[int, float]:
    """Bucket → value; the vector has length 1, and is empty without words."""
    said = [fold(word) for word in words(text)]
    vector: dict[int, float] = {}
    for kind, names in _named(said).items():
        for name in names:
            bucket = _bucket(kind, name)
            vector[bucket] = vector.get(bucket, 0.0) + 1 / sqrt(len(names))
    length = sqrt(sum(value * value for value in vector.values()))
    return {bucket: value / length for bucket, value in vector.items()}


def _named(said: list[str]) -> dict[str, list[str]]:
    if not said:
        return {}
    return {
        "word": list(dict.fromkeys(said)),
        "pair": [" ".join(pair) for pair in pairwise(["<", *said, ">"])],
        "start": [" ".join(said[:count]) for count in (1, 2, 3)],
        "piece": list(dict.fromkeys(piece for word in said for piece in _pieces(word))),
    }


def _pieces(word: str) -> Iterable[str]:
    marked = f"<{word}>"
    return (marked[at : at + size] for size in PIECE_SIZES for at in range(len(marked) - size + 1))


@lru_cache(maxsize=50_000)
def _bucket(kind: str, name: str) -> int:
    return crc32(f"{kind} {name}".encode()) % BUCKETS
