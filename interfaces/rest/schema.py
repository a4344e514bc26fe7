"""How the REST interface describes itself in OpenAPI: what a route asks for, and how requests fail."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from interfaces import idempotency
from interfaces.openai import described
from interfaces.problems import MEDIA_TYPE

Schema = dict[str, Any]

PROBLEM: Schema = {
    "type": "object",
    "description": "RFC 9457",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "for programs; the detail is for people"},
        "detail": {"type": "string"},
        "errors": {"description": "where several things are wrong: field -> what is wrong with it"},
    },
    "required": ["type", "title", "status", "code", "detail"],
}
_ALWAYS = (400, 401, 403, 404, 429)
_WRITING = (409, 413, 415, 422)
_KEY = OpenApiParameter(
    idempotency.HEADER,
    str,
    OpenApiParameter.HEADER,
    description="Any text of your own, such as a UUID. A request that is sent again with its key is done once.",
    pattern=r"^[ -~]{1,200}$",
)


class RuledSchema(AutoSchema):
    """What a view's rules ask for is told in the description."""

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").split("/")[0]]

    def get_description(self) -> str:
        rule = self.view.rules.get(self.method)
        scopes = " or ".join(f"`{scope}`" for scope in rule.scopes) if rule else ""
        said = [f"Scope: {scopes}." if scopes else "Any token."]
        said += [f"Its owner needs the permission `{rule.permission}`."] if rule and rule.permission else []
        return " ".join([super().get_description() or "", *said]).strip()

    def get_override_parameters(self) -> list[Any]:
        handler = getattr(self.view, self.method.lower())
        return [_KEY] if getattr(handler, "takes_key", False) else []


def complete(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """A hook: how requests fail, the same everywhere; and the other protocol beside this one."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    for methods in result["paths"].values():
        for method, operation in methods.items():
            statuses = _ALWAYS if method == "get" else (*_ALWAYS, *_WRITING)
            for status in statuses:
                operation["responses"].setdefault(str(status), _failing(status))
    result["components"]["schemas"].update(described.SCHEMAS)
    result["paths"].update(described.paths())
    return result


def _failing(status: int) -> Schema:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    failing: Schema = {"description": HTTPStatus(status).phrase, "content": content}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        failing["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}}
    return failing
