"""The asynchronous views as OpenAPI describes them: REST framework, which knows no such views, is told of these.

Nothing here is ever called: the addresses are those of interfaces.rest.chat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from interfaces.rest.answers import CHAT, AnswerSerializer
from interfaces.rest.base import ApiView
from interfaces.rest.chat import QuestionSerializer

Endpoint = tuple[str, str, str, Any]
_PARAMETER = re.compile(r"<uuid:(\w+)>")


class EventSerializer(serializers.Serializer):
    id = serializers.CharField(required=False, help_text="its number, for Last-Event-ID; `started` has none")
    event = serializers.ChoiceField(
        ["started", "step", "block", "restart", "alive", "answer", "stopped", "failed"],
        help_text="what `data` tells: a step by its name, a block of the text by its index, that what was told is "
        "withdrawn, or how it ended",
    )
    data = serializers.CharField(help_text="JSON")


EVENTS = {(200, "text/event-stream"): EventSerializer}


class Ask(ApiView):
    """If the connection falls, the answer is finished all the same: look for it under its conversation."""

    rules = {"POST": CHAT}
    serializer_class = QuestionSerializer

    @extend_schema(operation_id="ask", summary="Ask, and wait for the answer", responses=AnswerSerializer)
    def post(self) -> Response:
        raise NotImplementedError

    post.takes_key = True  # type: ignore[attr-defined]


class Stream(ApiView):
    """Events: `started`, `step`, `block`, `restart`, `alive`; the last is `answer`, `stopped` or `failed`."""

    rules = {"POST": CHAT}
    serializer_class = QuestionSerializer

    @extend_schema(operation_id="ask_streamed", summary="Ask, and be told as it is answered", responses=EVENTS)
    def post(self) -> Response:
        raise NotImplementedError

    post.takes_key = True  # type: ignore[attr-defined]


class Events(ApiView):
    """For whoever lost the connection: what follows the last event that was seen, then what comes."""

    rules = {"GET": CHAT}

    @extend_schema(
        operation_id="answer_events",
        summary="Events of an answer",
        parameters=[OpenApiParameter("Last-Event-ID", int, OpenApiParameter.HEADER)],
        responses=EVENTS,
    )
    def get(self, answer_id: str) -> Response:
        raise NotImplementedError


class Stop(ApiView):
    """What was written by then stays; an answer that is over stays as it is."""

    rules = {"POST": CHAT}

    @extend_schema(operation_id="stop", summary="Stop answering", request=None, responses=AnswerSerializer)
    def post(self, answer_id: str) -> Response:
        raise NotImplementedError


VIEWS: tuple[tuple[str, str, type[ApiView]], ...] = (
    ("chat", "POST", Ask),
    ("chat/stream", "POST", Stream),
    ("answers/<uuid:answer_id>/events", "GET", Events),
    ("answers/<uuid:answer_id>/stop", "POST", Stop),
)


def add(endpoints: Sequence[Endpoint]) -> list[Endpoint]:
    """A hook: these beside those that were found."""
    added = ((f"/api/v1/{route}", method, view.as_view()) for route, method, view in VIEWS)
    return [*endpoints, *((_PARAMETER.sub(r"{\1}", route), route, method, view) for route, method, view in added)]
