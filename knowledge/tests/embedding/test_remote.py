"""The contract with servers of embeddings, through the real client and a real connection."""

import json
from typing import Any

import numpy as np
import pytest

from knowledge.embedding.base import EmbeddingError
from knowledge.embedding.registry import get_embedder
from knowledge.embedding.remote import ATTEMPTS, TEXTS_AT_ONCE, Endpoint, RemoteEmbedder
from knowledge.tests.embedding.server import DIMENSIONS, Server, hashed


def embedder(server: Server, **fields: Any) -> RemoteEmbedder:
    values = {"name": "hashing", "model": "hash-64", "base_url": server.url, "api_key_variable": ""}
    endpoint = Endpoint(**values | {"dimensions": DIMENSIONS, "window": 512} | fields)
    return RemoteEmbedder(endpoint, get_embedder().token_spans)


def test_vectors_come_in_order_and_of_length_one(server: Server) -> None:
    texts = [f"texto número {number}" for number in range(TEXTS_AT_ONCE + 6)]
    vectors = embedder(server).embed(texts)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(texts), DIMENSIONS)
    np.testing.assert_allclose(vectors, [hashed(text) for text in texts], atol=1e-6)
    assert server.texts == texts
    assert [(request["path"], request["model"]) for request in server.requests] == [("/v1/embeddings", "hash-64")] * 2
    assert len(server.requests[0]["input"]) == TEXTS_AT_ONCE


def test_nothing_is_asked_for_no_texts(server: Server) -> None:
    assert embedder(server).embed([]).shape == (0, DIMENSIONS)
    assert server.requests == []


def test_a_text_is_cut_at_the_window(server: Server) -> None:
    embedder(server, window=32).embed(["uno " * 100])
    assert len(get_embedder().token_spans(server.texts[0])) == 32


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_passes_is_tried_again(server: Server, status: int) -> None:
    server.faults = [(status, json.dumps({"error": {"message": "later"}}))] * (ATTEMPTS - 1)
    assert embedder(server).embed(["hola"]).shape == (1, DIMENSIONS)
    assert len(server.requests) == ATTEMPTS


@pytest.mark.parametrize(("status", "attempts"), [(429, ATTEMPTS), (500, ATTEMPTS), (401, 1), (404, 1)], ids=str)
def test_what_stays_is_said(server: Server, status: int, attempts: int) -> None:
    server.faults, server.broken = [(status, json.dumps({"error": {"message": "no way in"}}))], True
    with pytest.raises(EmbeddingError, match=rf"“hashing”.*127\.0\.0\.1.*{status}.*no way in"):
        embedder(server).embed(["hola"])
    assert len(server.requests) == attempts


def test_a_slow_server_is_not_waited_for(server: Server, settings: Any) -> None:
    settings.EMBEDDING_TIMEOUT_SECONDS = 0.05
    server.faults, server.broken = [0.5], True
    with pytest.raises(EmbeddingError, match=r"no answer within 0\.05 s"):
        embedder(server).embed(["hola"])


def test_a_query_is_asked_once_and_soon(server: Server, settings: Any) -> None:
    settings.EMBEDDING_QUERY_SECONDS = 0.05
    server.faults = [(503, "{}"), 0.5]
    asked = embedder(server)
    with pytest.raises(EmbeddingError, match="503"):
        asked.embed_query("hola")
    with pytest.raises(EmbeddingError, match=r"no answer within 0\.05 s"):
        asked.embed_query("hola")
    assert len(server.requests) == 2
    np.testing.assert_allclose(embedder(server).embed_query("hola"), hashed("hola"), atol=1e-6)


def test_a_server_that_is_not_there_is_said() -> None:
    gone = Endpoint("gone", "m", "http://127.0.0.1:9/v1", "", DIMENSIONS, 512)
    with pytest.raises(EmbeddingError, match="cannot be reached"):
        RemoteEmbedder(gone, get_embedder().token_spans).embed(["hola"])


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@pytest.mark.parametrize(
    "body",
    [
        "not json",
        "{}",
        "[]",
        '{"data": []}',
        '{"data": [{"index": 0}]}',
        '{"data": [{"embedding": "words"}]}',
        json.dumps({"data": [{"embedding": [0.0] * DIMENSIONS}]}),
        json.dumps({"data": [{"embedding": [float("nan")] * DIMENSIONS}]}),
        json.dumps({"data": [{"embedding": [1.0] * DIMENSIONS}] * 2}),
    ],
)
def test_what_is_no_embedding_is_refused(server: Server, body: str) -> None:
    server.faults, server.broken = [(200, body)], True
    with pytest.raises(EmbeddingError, match="“hashing”"):
        embedder(server).embed(["hola"])


def test_wrong_dimensions_are_said(server: Server) -> None:
    server.dimensions = 32
    with pytest.raises(EmbeddingError, match="32 dimensions, not 64"):
        embedder(server).embed(["hola"])


def test_the_key_is_read_from_its_variable_and_from_no_other(server: Server, monkeypatch: Any, settings: Any) -> None:
    settings.MODEL_SERVERS = [(server.url, "HASHING_API_KEY")]
    monkeypatch.setenv("OPENAI_API_KEY", "of somebody else")
    monkeypatch.setenv("HASHING_API_KEY", "right")
    embedder(server, api_key_variable="HASHING_API_KEY").embed(["hola"])
    embedder(server).embed(["hola"])
    assert server.keys == ["Bearer right", "Bearer none"]


def test_a_missing_key_is_said(server: Server, monkeypatch: Any) -> None:
    monkeypatch.delenv("HASHING_API_KEY", raising=False)
    with pytest.raises(EmbeddingError, match="set the environment variable HASHING_API_KEY"):
        embedder(server, api_key_variable="HASHING_API_KEY").embed(["hola"])


def test_a_key_is_sent_to_no_server_that_the_settings_do_not_pair_it_with(server: Server, monkeypatch: Any) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the operator's")
    with pytest.raises(EmbeddingError, match="only if MODEL_SERVERS says so"):
        embedder(server, api_key_variable="OPENAI_API_KEY").embed(["hola"])
    assert server.requests == []


def test_an_address_within_the_network_is_asked_only_where_it_is_allowed(server: Server, settings: Any) -> None:
    settings.MODEL_SERVERS = []
    with pytest.raises(EmbeddingError, match="within the network"):
        embedder(server).embed(["hola"])
    assert server.requests == []
