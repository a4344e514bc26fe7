"""What the frozen lower layers make of an example's tokens, computed once and kept on disk.

They run in seven bits, as in the product, so that the upper layers learn from what they will be given.
"""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding.e5 import E5
from knowledge.embedding.e5_weights import DIMENSIONS

_PIECE = 64
_ROW_BYTES = DIMENSIONS * 2


class LowerStates:
    """float16 (tokens, 384) by token ids; `states.f16` holds the rows, `index.txt` where those of which ids begin."""

    def __init__(self, folder: Path, embedder: E5, threads: int = 2) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._rows, self._index = folder / "states.f16", folder / "index.txt"
        self._embedder, self._threads = embedder, threads
        self._places: dict[str, tuple[int, int]] = {}
        if self._index.exists():
            for line in self._index.read_text().splitlines():
                key, first, count = line.split()
                self._places[key] = int(first), int(count)

    def add(self, texts: Sequence[Sequence[int]]) -> None:
        missing = [ids for ids in {_key(ids): ids for ids in texts}.values() if _key(ids) not in self._places]
        end = max((first + count for first, count in self._places.values()), default=0)
        self._rows.touch()
        with (
            ThreadPoolExecutor(self._threads) as pool,
            self._rows.open("r+b") as rows,
            self._index.open("a") as index,
        ):
            rows.seek(end * _ROW_BYTES)
            for start in range(0, len(missing), _PIECE):
                piece = missing[start : start + _PIECE]
                for ids, states in zip(piece, pool.map(self._embedder.lower_states, piece), strict=True):
                    rows.write(states.astype(np.float16).tobytes())
                    self._places[_key(ids)] = end, len(ids)
                    index.write(f"{_key(ids)} {end} {len(ids)}\n")
                    end += len(ids)
                rows.flush()
                index.flush()

    def joined(self, texts: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """float32 (tokens of all texts, 384), of texts that were added before."""
        mapped = np.memmap(self._rows, np.float16, "r").reshape(-1, DIMENSIONS)
        places = [self._places[_key(ids)] for ids in texts]
        return np.concatenate([mapped[first : first + count] for first, count in places]).astype(np.float32)


def _key(ids: Sequence[int]) -> str:
    return hashlib.sha1(np.array(ids, np.int32).tobytes(), usedforsecurity=False).hexdigest()
