"""What the classifier sees of a question: concepts, who is meant, their order and pairs, words, pieces of words."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, pairwise, product
from zlib import crc32

from chat.agent.policy.concepts import found, unique, words_of
from chat.agent.policy.persons import signals

BUCKETS = 1 << 15
STEM = 5  # letters
# How much of the vector's length each kind of feature has.
SHARES = {"concept": 1.0, "pair": 1.0, "order": 0.7, "word": 1.0, "words": 0.8, "start": 0.7, "with": 0.7, "piece": 1.5}


def features(text: str) -> dict[int, float]:
    """Bucket → value. The squares of the values of one kind add up to its share squared."""
    vector: dict[int, float] = {}
    for kind, names in named(text).items():
        for name in names:
            bucket = _bucket(kind, name)
            vector[bucket] = vector.get(bucket, 0.0) + SHARES[kind] / len(names) ** 0.5
    return vector


def named(text: str) -> dict[str, list[str]]:
    """The names of the features, by kind: to be read where a decision is to be explained."""
    words = words_of(text)
    if not words:
        return {}
    concepts = found(words)
    meant = [*concepts, *signals(text, words)]
    return {
        "concept": meant,
        "pair": unique(" + ".join(sorted(pair)) for pair in combinations(meant, 2)),
        "order": unique(_chained(["<", *concepts, ">"])),
        "word": unique(words),
        "words": unique(_chained(["<", *words, ">"])),
        "start": [" ".join(words[:count]) for count in (1, 2, 3)],
        "with": unique(" & ".join(pair) for pair in product([word[:STEM] for word in words], meant)),
        "piece": unique(piece for word in words for piece in _pieces(word)),
    }


def _chained(words: list[str]) -> Iterable[str]:
    return map(" ".join, pairwise(words))


@lru_cache(maxsize=20_000)
def _pieces(word: str) -> tuple[str, ...]:
    marked = f"<{word}>"
    return tuple(marked[at : at + size] for size in (3, 4, 5) for at in range(len(marked) - size + 1))


@lru_cache(maxsize=100_000)
def _bucket(kind: str, name: str) -> int:
    return crc32(f"{kind} {name}".encode()) % BUCKETS
