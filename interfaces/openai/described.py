"""OpenAI's protocol as our OpenAPI description has it: what is understood of a request, and what is answered."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from knowledge.models import Language

Schema = dict[str, Any]
TAG = "OpenAI's protocol"


def text(*values: str, **more: Any) -> Schema:
    return {"type": "string", **({"enum": list(values)} if values else {}), **more}


def fields(*required: str, **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


def many(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
PARTS = many(fields("type", type=text("text"), text=text()))
MARK = fields(
    "type", "url_citation",
    type=text("url_citation"),
    url_citation=fields("start_index", "end_index", "url", "title", start_index=NUMBER, end_index=NUMBER, url=text(),
                        title=text()),
)  # fmt: skip
ANSWERED = fields(
    "role", "content", "annotations", "koalarag",
    role=text("assistant"), content=text(), annotations=many(MARK), koalarag={"type": "object"},
)  # fmt: skip
USED = fields("prompt_tokens", "total_tokens", prompt_tokens=NUMBER, completion_tokens=NUMBER, total_tokens=NUMBER)
MODEL = fields("id", "object", id=text(), object=text("model"), created=NUMBER, owned_by=text(), name=text())

SCHEMAS: Schema = {
    "OpenAIError": fields(
        "error",
        error=fields("message", "type", "code", message=text(), type=text(), code=text(), param=text(nullable=True)),
    ),
    "OpenAIModel": MODEL,
    "OpenAIModels": fields("object", "data", object=text("list"), data=many(reference("OpenAIModel"))),
    "OpenAIChatRequest": fields(
        "model", "messages",
        model=text(description="an assistant; one of /v1/models"),
        messages=many(
            fields("role", "content", role=text("system", "developer", "user", "assistant"),
                   content={"oneOf": [text(), PARTS]}),
            minItems=1, description="the last of the user's is the question",
        ),
        stream=FLAG,
        stream_options=fields(include_usage=FLAG),
        course=text(maxLength=120),
        academic_year=text(maxLength=9),
        language=text(*Language.values),
        form={"type": "object"},
    ),
    "OpenAIChatAnswer": fields(
        "id", "object", "created", "model", "choices", "usage",
        id=text(), object=text("chat.completion"), created=NUMBER, model=text(), usage=USED,
        choices=many(fields("index", "message", "finish_reason", index=NUMBER, message=ANSWERED,
                            finish_reason=text("stop"))),
    ),
    "OpenAIEmbeddingRequest": fields(
        "model", "input",
        model=text(), input={"oneOf": [text(minLength=1), many(text(minLength=1), minItems=1, maxItems=64)]},
        encoding_format=text("float", "base64"), dimensions=NUMBER, input_type=text("query", "passage"),
    ),
    "OpenAIEmbeddings": fields(
        "object", "data", "model", "usage",
        object=text("list"), model=text(), usage=USED,
        data=many(fields("index", "embedding", index=NUMBER,
                         embedding={"oneOf": [text(), many({"type": "number"})]})),
    ),
}  # fmt: skip
_FAILING = (400, 401, 403, 404, 429)
_SENDING = (409, 413, 415, 422, 503)


def paths() -> Schema:
    event = {"type": "object", "properties": {"data": text(description="a chunk, as JSON, and at last [DONE]")}}
    stream = {"text/event-stream": {"schema": event | {"required": ["data"]}}}
    name = {"name": "name", "in": "path", "required": True, "schema": text(minLength=1)}
    return {
        "/v1/models": {"get": _operation("Assistants, as models", "OpenAIModels")},
        "/v1/models/{name}": {"get": _operation("One of them", "OpenAIModel") | {"parameters": [name]}},
        "/v1/chat/completions": {
            "post": _operation("Ask, at once or as a stream", "OpenAIChatAnswer", "OpenAIChatRequest", stream)
        },
        "/v1/embeddings": {"post": _operation("Vectors of texts", "OpenAIEmbeddings", "OpenAIEmbeddingRequest")},
    }


def _operation(summary: str, answer: str, request: str = "", others: Schema | None = None) -> Schema:
    failing = (*_FAILING, *_SENDING) if request else _FAILING
    responses = {str(status): _response(HTTPStatus(status).phrase, "OpenAIError") for status in failing}
    responses["200"] = _response("OK", answer, others)
    sent = {"requestBody": {"required": True, "content": _content(request)}} if request else {}
    return {
        "operationId": f"openai_{answer}", "summary": summary, "tags": [TAG], "responses": responses,
        "security": [{"token": []}], **sent,
    }  # fmt: skip


def _response(description: str, schema: str, others: Schema | None = None) -> Schema:
    return {"description": description, "content": {**_content(schema), **(others or {})}}


def _content(schema: str) -> Schema:
    return {"application/json": {"schema": reference(schema)}}
