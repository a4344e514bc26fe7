"""Models by name: from a folder or a hub on loopback, through the command, and what they give."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from knowledge.embedding.base import EmbeddingError
from knowledge.embedding.fetching import folder_of, name_of
from knowledge.embedding.onnx_model import OnnxEmbedder
from knowledge.embedding.registry import get_embedder
from knowledge.models import Chunk, Embedding, EmbeddingModel
from knowledge.tests.corpus import Text, add, collection
from knowledge.tests.embedding import tiny_model
from knowledge.tests.embedding.tiny_model import DIMENSIONS, WINDOW, expected

PROMPT_TOKENS = 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny_model.write(tmp_path / "tiny")


@pytest.fixture(autouse=True)
def data_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "data"


def embedder(folder: Path) -> OnnxEmbedder:
    return OnnxEmbedder("tiny", folder, DIMENSIONS, WINDOW - PROMPT_TOKENS, threads=2)


def test_vectors_are_pooled_with_the_prompts_of_the_configuration(folder: Path) -> None:
    model = embedder(folder)
    assert model.embed_query("libros") == pytest.approx(expected("ask :", "libros"), abs=1e-6)
    rows = model.embed(["libros préstamo", "tasas"])
    assert rows.dtype == np.float32
    assert rows == pytest.approx(
        np.array([expected("say :", "libros", "préstamo"), expected("say :", "tasas")]), abs=1e-6
    )
    assert model.embed([]).shape == (0, DIMENSIONS)


def test_tokens_beyond_the_window_are_not_read_and_the_closing_one_is(folder: Path) -> None:
    words = ["libros"] * (WINDOW - PROMPT_TOKENS - 2)
    (found,) = embedder(folder).embed([" ".join([*words, "tasas", "tasas"])])
    assert found == pytest.approx(expected("say :", *words), abs=1e-6)


def test_token_spans_are_the_models_own(folder: Path) -> None:
    text = "libros  préstamo: diez"
    assert [text[start:end] for start, end in embedder(folder).token_spans(text)] == ["libros", "préstamo", ":", "diez"]


@pytest.mark.parametrize(
    ("pooling", "token"), [({"pooling_mode_cls_token": True}, "[CLS]"), ({"pooling_mode": "lasttoken"}, "[SEP]")]
)
def test_other_poolings(tmp_path: Path, pooling: dict[str, Any], token: str) -> None:
    row = tiny_model.TABLE[tiny_model.WORDS.index(token)]
    found = embedder(tiny_model.write(tmp_path / "other", pooling)).embed_query("libros")
    assert found == pytest.approx(row / np.linalg.norm(row), abs=1e-6)


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("onnx/model.onnx", None, "no ONNX graph"),
        ("onnx/model.onnx", "not a graph", "cannot be loaded"),
        ("tokenizer.json", None, "no tokenizer.json"),
        ("modules.json", "{", "is no JSON"),
        ("modules.json", json.dumps([{"type": "sentence_transformers.models.Dense"}]), "Dense"),
        ("1_Pooling/config.json", json.dumps({"pooling_mode_max_tokens": True}), "must name one pooling"),
    ],
)
def test_what_is_wrong_with_a_folder_is_said(folder: Path, file: str, content: str | None, said: str) -> None:
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_text(content)
    with pytest.raises(EmbeddingError, match=said):
        embedder(folder).embed_query("libros")


def test_a_name_is_taken_from_the_source() -> None:
    assert name_of("intfloat/multilingual-e5-base") == "multilingual-e5-base"
    assert name_of("/models/My_Model.v2/") == "My-Model-v2"


@pytest.mark.django_db
def test_a_model_of_a_folder_is_added_built_searched_and_removed(
    folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    add(collection(), Text("a.md", "Préstamo", "libros préstamo"))
    call_command("embeddings", "add", str(folder), stderr=StringIO())
    row = EmbeddingModel.objects.get(name="tiny")
    assert (row.kind, row.dimensions, row.window) == ("onnx", DIMENSIONS, WINDOW - PROMPT_TOKENS)
    assert not (folder_of("tiny") / "pytorch_model.bin").exists()
    call_command("embeddings", "build", "tiny", stderr=StringIO())
    call_command("embeddings", "activate", "tiny", stderr=StringIO())
    stored = Embedding.objects.get(chunk=Chunk.objects.get(), model="tiny")
    (made,) = get_embedder("tiny").embed([Chunk.objects.get().indexed_text])
    assert np.array(stored.vector) == pytest.approx(made, abs=1e-2)
    with pytest.raises(CommandError, match="Activate another"):
        call_command("embeddings", "remove", "tiny")
    call_command("embeddings", "activate", "multilingual-e5-small", stderr=StringIO())
    with django_capture_on_commit_callbacks(execute=True):
        call_command("embeddings", "remove", "tiny", stderr=StringIO())
    assert not folder_of("tiny").exists()
    assert not EmbeddingModel.objects.filter(name="tiny").exists()


@pytest.mark.django_db
def test_a_model_of_the_hub_is_downloaded_without_what_it_does_not_need(folder: Path, settings: Any) -> None:
    with tiny_model.hub({"someone/tiny": folder}) as (address, fetched):
        settings.HF_ENDPOINT = address
        call_command("embeddings", "add", "someone/tiny", stderr=StringIO())
    assert EmbeddingModel.objects.get(name="tiny").remote_model == "someone/tiny"
    assert "onnx/model.onnx" in fetched
    assert "pytorch_model.bin" not in fetched
    assert get_embedder("tiny").embed_query("libros") == pytest.approx(expected("ask :", "libros"), abs=1e-6)


@pytest.mark.django_db
@pytest.mark.parametrize("source", ["someone/other", "not a name"])
def test_what_the_hub_does_not_have_is_said_and_leaves_nothing(folder: Path, settings: Any, source: str) -> None:
    with tiny_model.hub({"someone/tiny": folder}) as (address, _fetched):
        settings.HF_ENDPOINT = address
        with pytest.raises(CommandError, match=r"cannot be had|neither a folder"):
            call_command("embeddings", "add", source)
    assert not EmbeddingModel.objects.filter(kind="onnx").exists()
    assert not list((Path(settings.DATA_DIR) / "models").glob("*"))


@pytest.mark.django_db
def test_without_a_hub_it_is_said(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.utils._http.time.sleep", lambda _seconds: None)  # between its attempts
    settings.HF_ENDPOINT = "http://127.0.0.1:1"
    with pytest.raises(CommandError, match=r"cannot be had from http://127\.0\.0\.1:1"):
        call_command("embeddings", "add", "someone/tiny")
