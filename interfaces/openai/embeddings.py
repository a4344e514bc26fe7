"""`/v1/embeddings`: vectors of the site's embedding models."""

from __future__ import annotations

import base64
from typing import Any, Literal

from channels.db import database_sync_to_async
from django.http import HttpRequest, JsonResponse
from pydantic import BaseModel, ValidationError

from interfaces import access, problems
from interfaces.access import Caller, Rule
from interfaces.endpoint import content, endpoint
from interfaces.models import Scope
from interfaces.openai import errors
from interfaces.problems import Problem
from knowledge.embedding.base import EmbeddingError, Vectors
from knowledge.embedding.registry import UnknownEmbeddingModel, get_embedder

MAX_TEXTS = 64
MAX_CHARACTERS = 20_000


class EmbeddingRequest(BaseModel):
    model: str
    input: str | list[str]
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: int | None = None
    input_type: Literal["query", "passage"] = "passage"
    """beyond OpenAI's protocol: e5 tells questions from texts"""

    @property
    def texts(self) -> list[str]:
        return [self.input] if isinstance(self.input, str) else self.input


@endpoint("POST", Rule((Scope.SEARCH,)), errors.tell)
async def embeddings(request: HttpRequest, caller: Caller) -> JsonResponse:
    asked = _read(content(request))
    return JsonResponse(await database_sync_to_async(_embedded)(caller, asked))


def _read(sent: dict[str, Any]) -> EmbeddingRequest:
    try:
        asked = EmbeddingRequest.model_validate(sent)
    except ValidationError as error:
        wrong = {str(problem["loc"][0]) for problem in error.errors()}
        raise problems.invalid(f"Not understood: {', '.join(sorted(wrong))}. Texts are sent as texts.") from error
    if not 1 <= len(asked.texts) <= MAX_TEXTS:
        raise problems.invalid(f"Send 1 to {MAX_TEXTS} texts at a time.")
    if any(not text.strip() or len(text) > MAX_CHARACTERS for text in asked.texts):
        raise problems.invalid(f"No text may be empty or have more than {MAX_CHARACTERS} characters.")
    return asked


def _embedded(caller: Caller, asked: EmbeddingRequest) -> dict[str, Any]:
    try:
        embedder = get_embedder(asked.model)
    except UnknownEmbeddingModel as error:
        raise problems.not_found(str(error)) from error
    if asked.dimensions not in (None, embedder.dimensions):
        raise problems.invalid(f"Vectors of {embedder.name} have {embedder.dimensions} dimensions.")
    access.spend_texts(caller, len(asked.texts))
    texts = [text.encode(errors="replace").decode() for text in asked.texts]
    try:
        is_query = asked.input_type == "query"
        vectors = [embedder.embed_query(text) for text in texts] if is_query else list(embedder.embed(texts))
    except EmbeddingError as error:
        raise Problem(503, "embedding_failed", str(error)) from error
    count = sum(len(embedder.token_spans(text)) for text in texts)
    return {
        "object": "list",
        "model": embedder.name,
        "data": [
            {"object": "embedding", "index": index, "embedding": _encoded(vector, asked.encoding_format)}
            for index, vector in enumerate(vectors)
        ],
        "usage": {"prompt_tokens": count, "total_tokens": count},
    }


def _encoded(vector: Vectors, how: str) -> str | list[float]:
    """As OpenAI's own client asks for them: little-endian float32 in base64."""
    return base64.b64encode(vector.astype("<f4").tobytes()).decode() if how == "base64" else vector.tolist()
