"""What synthetic texts have of real ones: the sample's frequent Spanish words, and its sentences' vectors."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench import files
from bench.texts import EMBEDDER

# Words that stand less often say little about how frequent they are.
MIN_COUNT = 3
SENTENCES = 1500


@dataclass(frozen=True)
class Statistics:
    words: list[str]
    """by falling frequency"""
    shares: NDArray[np.float64]
    """of each word in running text; what is missing to 1 is the rare words'"""
    vectors: NDArray[np.float32]

    @staticmethod
    def load(path: Path) -> "Statistics":
        with np.load(path) as arrays:
            return Statistics(arrays["words"].tolist(), arrays["shares"], arrays["vectors"])

    def save(self, path: Path) -> None:
        np.savez(path, words=np.array(self.words), shares=self.shares, vectors=self.vectors)


def of_sample() -> Statistics:
    texts = [document.text for document in files.sample_documents() if document.language == "es"]
    counts = Counter(word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower()))
    frequent = [(word, count) for word, count in counts.most_common() if count >= MIN_COUNT]
    lines = [line for text in texts for line in text.split("\n") if len(line) > 40]
    shares = np.array([count for _word, count in frequent]) / counts.total()
    return Statistics([word for word, _count in frequent], shares, EMBEDDER.embed(lines[:SENTENCES]))
