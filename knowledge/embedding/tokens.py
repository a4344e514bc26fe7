"""Where the tokens of a text stand, by a model's tokenizer alone: who cuts a document needs none of its weights."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.embedding import e5_weights
from knowledge.embedding.e5_tokenizer import Tokenizer as E5Tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

LOCAL = ""
"""in place of a folder: the local model's"""
FILE = "tokenizer.json"

TokenSpans = Callable[[str], list[tuple[int, int]]]


@lru_cache(maxsize=4)
def token_spans(folder: str) -> TokenSpans:
    """That of the model in a folder, or of the local one. EmbeddingError where the local one is not installed."""
    if folder != LOCAL:
        tokenizer = load(Path(folder) / FILE)
        return lambda text: spans(tokenizer, text)
    path = e5_weights.path()
    e5_weights.verify(path)
    local = E5Tokenizer(e5_weights.Weights(path))
    return lambda text: local.encode(text).spans


def load(file: Path) -> Tokenizer:
    """Of whole texts: neither cut nor padded."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def spans(tokenizer: Tokenizer, text: str) -> list[tuple[int, int]]:
    """Without the space that some tokenizers count to the word after it."""
    found = tokenizer.encode(text, add_special_tokens=False).offsets
    return [(start + (end - start - len(text[start:end].lstrip())), end) for start, end in found]
