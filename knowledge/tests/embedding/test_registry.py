import subprocess
import sys

import pytest

from knowledge.embedding.registry import (
    DEFAULT_MODEL,
    UnknownEmbeddingModel,
    active_embedder,
    chosen_embedder,
    get_embedder,
    kept_embedders,
)
from knowledge.models import EmbeddingModel


def test_one_embedder_per_name() -> None:
    assert get_embedder() is get_embedder(DEFAULT_MODEL)
    assert get_embedder().name == "multilingual-e5-small"
    assert (get_embedder().dimensions, get_embedder().window) == (384, 256)


@pytest.mark.django_db
def test_the_local_model_is_the_active_one_at_first() -> None:
    row = EmbeddingModel.objects.get()
    assert (row.name, row.dimensions, row.state, row.is_active) == (DEFAULT_MODEL, 384, "ready", True)
    assert active_embedder() is chosen_embedder("") is get_embedder()
    assert kept_embedders() == []


@pytest.mark.django_db
def test_an_embedder_is_kept_until_its_row_changes(hashing: EmbeddingModel) -> None:
    first = get_embedder("hashing")
    assert get_embedder("hashing") is first
    EmbeddingModel.objects.filter(pk=hashing.pk).update(progress=50)
    assert get_embedder("hashing") is first
    EmbeddingModel.objects.filter(pk=hashing.pk).update(dimensions=65)
    assert get_embedder("hashing").dimensions == 65


@pytest.mark.django_db
def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownEmbeddingModel, match=r"'word2vec'.*multilingual-e5-small"):
        get_embedder("word2vec")


def test_importing_the_module_loads_no_runtime() -> None:
    check = "import sys, knowledge.embedding.e5; sys.exit('onnxruntime' in sys.modules or 'tokenizers' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
