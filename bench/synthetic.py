"""A collection of a given size whose word statistics follow Spanish text, for measuring speed.

Word frequencies follow the law of Zipf and Mandelbrot, f(rank) ~ 1 / (rank + 2.7)^1.05, over a vocabulary that grows
with the text as Heaps' law says (30 * words^0.6). Vectors are random around 2,000 centres, on the unit sphere.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator

import django
import numpy as np
from numpy.typing import NDArray

CHUNK_WORDS = 150
CHUNKS_PER_DOCUMENT = 20
BATCH_DOCUMENTS = 500
SYLLABLES = [a + b for a in "bcdfglmnprstv" for b in "aeiou"]


def vocabulary(words: int) -> list[str]:
    size = int(30 * words**0.6)
    base = len(SYLLABLES)
    return [_word(rank + base, base) for rank in range(size)]


def _word(number: int, base: int) -> str:
    parts = []
    while number:
        number, rest = divmod(number, base)
        parts.append(SYLLABLES[rest])
    return "".join(parts)


class Generator:
    def __init__(self, chunks: int, dimensions: int = 384, seed: int = 1) -> None:
        self.random = np.random.default_rng(seed)
        self.words = np.array(vocabulary(chunks * CHUNK_WORDS))
        weights = 1 / (np.arange(1, len(self.words) + 1) + 2.7) ** 1.05
        self.cumulative = np.cumsum(weights) / weights.sum()
        self.centres = self.random.normal(size=(2000, dimensions)).astype(np.float32)

    def texts(self, count: int) -> list[str]:
        picks = np.searchsorted(self.cumulative, self.random.random((count, CHUNK_WORDS)))
        return [" ".join(self.words[row]) for row in picks]

    def vectors(self, count: int) -> NDArray[np.float32]:
        centres = self.centres[self.random.integers(len(self.centres), size=count)]
        vectors = centres + 0.7 * self.random.normal(size=centres.shape).astype(np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def queries(self, count: int, words: int = 5) -> list[str]:
        """Words below the most frequent hundred, as the content words of questions are."""
        low = self.cumulative[100]
        picks = np.searchsorted(self.cumulative, low + (1 - low) * self.random.random((count, words)))
        return [" ".join(self.words[row]) for row in picks]


def fill(collection_id: int, generator: Generator, chunks: int) -> Iterator[int]:
    """Writes documents in batches; yields how many chunks there are."""
    from bench.loading import write_documents

    done = 0
    while done < chunks:
        count = min(BATCH_DOCUMENTS * CHUNKS_PER_DOCUMENT, chunks - done)
        write_documents(collection_id, generator.texts(count), generator.vectors(count), CHUNKS_PER_DOCUMENT)
        done += count
        yield done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--collection", default="synthetic")
    options = parser.parse_args()
    from knowledge.models import Collection

    collection, _created = Collection.objects.get_or_create(slug=options.collection, defaults={"name": "Synthetic"})
    started = time.perf_counter()
    for done in fill(collection.pk, Generator(options.chunks), options.chunks):
        rate = done / (time.perf_counter() - started)
        sys.stderr.write(f"\r{done:,} chunks, {rate:,.0f} a second")
    sys.stderr.write("\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
    django.setup()
    main()
