"""A plain asynchronous view of a program's interface: the gate before it, and every error as the interface tells it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from interfaces import access, problems
from interfaces.access import Caller, Rule
from interfaces.problems import Problem

View = Callable[..., Awaitable[HttpResponseBase]]
Tell = Callable[[Problem], HttpResponse]


def endpoint(method: str, rule: Rule, tell: Tell = Problem.response) -> Callable[[View], View]:
    """The view is given the request and its Caller. It opens the database by `database_sync_to_async` alone, so that
    no connection is held while it waits."""

    def decorate(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        async def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                if request.method != method:
                    raise Problem(405, "method_not_allowed", f"Use {method}.", headers={"Allow": method})
                caller: Caller = await database_sync_to_async(access.admit)(request, rule)
                return await view(request, caller, *args, **kwargs)
            except Exception as error:
                return tell(problems.of(error))

        answered.method = method  # type: ignore[attr-defined]
        return answered

    return decorate


def content(request: HttpRequest) -> dict[str, Any]:
    """The JSON object that was sent; a Problem where it is none, or larger than the site takes."""
    if request.content_type != "application/json":
        raise Problem(415, "unsupported_media_type", "Send JSON: “Content-Type: application/json”.")
    sent = request.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    if len(sent) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise problems.too_large()
    try:
        read = json.loads(sent)
    except (ValueError, RecursionError) as error:
        raise problems.invalid(f"The body is not JSON: {error}") from error
    if not isinstance(read, dict):
        raise problems.invalid("The body must be a JSON object.")
    return read
