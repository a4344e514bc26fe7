import subprocess
import sys

import pytest

from knowledge.embedding.registry import DEFAULT_MODEL, UnknownEmbeddingModel, get_embedder


def test_one_embedder_per_name() -> None:
    assert get_embedder() is get_embedder(DEFAULT_MODEL)
    assert get_embedder().name == "all-MiniLM-L6-v2"
    assert (get_embedder().dimensions, get_embedder().window) == (384, 256)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownEmbeddingModel, match=r"'word2vec'.*all-MiniLM-L6-v2"):
        get_embedder("word2vec")


def test_importing_the_module_loads_no_runtime() -> None:
    check = (
        "import sys, knowledge.embedding.minilm; sys.exit('onnxruntime' in sys.modules or 'tokenizers' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
