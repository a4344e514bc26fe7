"""Models behind a server that speaks OpenAI's embeddings protocol: OpenAI's own, or one in your own network."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from django.conf import settings

from knowledge.embedding import tokens
from knowledge.embedding.base import EmbeddingError, Vectors
from koalarag import model_servers
from koalarag.model_servers import OPENAI

if TYPE_CHECKING:
    from langchain_openai import OpenAIEmbeddings

TEXTS_AT_ONCE = 64
ATTEMPTS = 4
"""With 0.5, 1 and 2 seconds between them, or what the server asks for."""


@dataclass(frozen=True)
class Endpoint:
    name: str
    model: str
    base_url: str
    """empty for OpenAI's own"""
    api_key_variable: str
    """empty for a server that asks for no key"""
    dimensions: int
    window: int
    """tokens"""


class RemoteEmbedder:
    """May be used by many threads at once."""

    tokenizer_folder = tokens.LOCAL

    def __init__(self, endpoint: Endpoint, token_spans: Callable[[str], list[tuple[int, int]]]) -> None:
        """`token_spans` is another model's: an approximation, for a server does not say how it cuts a text up."""
        self.name, self.dimensions, self.window = endpoint.name, endpoint.dimensions, endpoint.window
        self.token_spans = token_spans
        self._endpoint = endpoint

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 (len(texts), dimensions), each row of length 1; EmbeddingError says what is wrong with the server.

        A text is cut at the window before it is sent, by the approximate count of tokens.
        """
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        return self._checked(self._ask(self._patient, [self._window_of(text) for text in texts]), len(texts))

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self._checked(self._ask(self._quick, [self._window_of(text)]), 1)[0]
        return vector

    def _window_of(self, text: str) -> str:
        # A token is a character at least, so most texts need no counting. An empty text is an error to some servers.
        spans = self.token_spans(text) if len(text) > self.window else []
        return (text[: spans[self.window - 1][1]] if len(spans) > self.window else text) or " "

    def _ask(self, client: OpenAIEmbeddings, texts: list[str]) -> Vectors:
        import openai

        try:
            return np.array(client.embed_documents(texts), np.float32)
        except openai.APITimeoutError as error:
            raise self._error(f"gave no answer within {client.request_timeout} s") from error
        except openai.APIConnectionError as error:
            raise self._error(f"cannot be reached ({error.__cause__ or error})") from error
        except openai.APIStatusError as error:
            raise self._error(f"answers {error.status_code}: {error.message[:300]}") from error
        except (openai.OpenAIError, AttributeError, KeyError, TypeError, ValueError) as error:
            raise self._error(f"sends something else than embeddings ({error})") from error

    def _checked(self, vectors: Vectors, expected: int) -> Vectors:
        if len(vectors) != expected:
            raise self._error(f"sent {len(vectors)} vectors for {expected} texts")
        if vectors.shape[1:] != (self.dimensions,):
            raise self._error(f"sent vectors of {vectors[0].size} dimensions, not {self.dimensions}")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.all(np.isfinite(lengths) & (lengths > 0)):
            raise self._error("sent vectors without a direction (zeros, infinite or not numbers)")
        return vectors / lengths  # type: ignore[no-any-return]

    def _error(self, what: str) -> EmbeddingError:
        where = self._endpoint.base_url or OPENAI
        return EmbeddingError(f"Embedding model “{self.name}”: the server at {where} {what}.")

    @cached_property
    def _patient(self) -> OpenAIEmbeddings:
        return self._client(settings.EMBEDDING_TIMEOUT_SECONDS, ATTEMPTS)

    @cached_property
    def _quick(self) -> OpenAIEmbeddings:
        return self._client(settings.EMBEDDING_QUERY_SECONDS, 1)

    def _client(self, seconds: float, attempts: int) -> OpenAIEmbeddings:
        from langchain_openai import OpenAIEmbeddings

        self._require_allowed()
        # Key and address are always given: without them the client would send OpenAI's key wherever it is told to.
        return OpenAIEmbeddings(
            model=self._endpoint.model,
            base_url=self._endpoint.base_url or OPENAI,
            api_key=self._key,
            dimensions=self.dimensions if self._endpoint.model.startswith("text-embedding-3") else None,
            timeout=seconds,
            max_retries=attempts - 1,
            chunk_size=TEXTS_AT_ONCE,
            check_embedding_ctx_length=False,  # would fetch OpenAI's tokens from the network and send those
            model_kwargs={"encoding_format": "float"},  # base64, the client's choice, is not spoken everywhere
        )

    def _require_allowed(self) -> None:
        try:
            model_servers.require(self._endpoint.base_url or OPENAI)
        except model_servers.NotAllowed as error:
            raise EmbeddingError(f"Embedding model “{self.name}”: {error}.") from error

    def _key(self) -> str:
        variable = self._endpoint.api_key_variable
        if not variable:
            return "none"
        if not os.environ.get(variable):
            raise EmbeddingError(
                f"Embedding model “{self.name}” needs its server's key: set the environment variable {variable}."
            )
        key = model_servers.key_for(self._endpoint.base_url, variable)
        if not key:
            raise EmbeddingError(
                f"Embedding model “{self.name}”: the key in {variable} is sent to its server only if MODEL_SERVERS "
                "says so."
            )
        return key
