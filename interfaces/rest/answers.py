"""An answer as the REST interface shows it, and what its owner may do with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chat import feedback, presentation
from chat.models import Feedback, Message
from interfaces import problems
from interfaces.access import Caller, Rule
from interfaces.models import Scope
from interfaces.rest.base import ApiView, ChoiceField

CHAT = Rule((Scope.CHAT,))
STATUSES = ("answered", "not_found", "refused", "clarify", "general")


class CitationSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="the mark in the text: [1]")
    title = serializers.CharField()
    section = serializers.CharField()
    page = serializers.IntegerField(allow_null=True)
    place = serializers.CharField(help_text="page 3, slide 3, row 12, paragraph 4; empty where nothing is counted")
    dated = serializers.CharField(help_text="date or academic year of the information; may be empty")
    quote = serializers.CharField(help_text="word for word from the document")
    document = serializers.IntegerField(allow_null=True, help_text="null where it was deleted since")
    standing = serializers.CharField(help_text="superseded, ended or not_yet where it does not hold today; else empty")
    language = serializers.CharField(help_text="of the document; may be empty")
    url = serializers.CharField(help_text="where the quote is shown in its document; may be empty")


class GivenFeedbackSerializer(serializers.Serializer):
    verdict = ChoiceField(Feedback.Verdict.choices)
    comment = serializers.CharField(required=False, allow_blank=True, max_length=5000)


class FailureSerializer(serializers.Serializer):
    text = serializers.CharField()
    reference = serializers.CharField(help_text="finds the trace")


class AnswerSerializer(serializers.Serializer):
    """The fields from `status` on are empty until the answer is done."""

    id = serializers.UUIDField()
    conversation = serializers.UUIDField()
    state = ChoiceField(Message.State.choices)
    created_at = serializers.DateTimeField()
    status = ChoiceField([*STATUSES, ""])
    text = serializers.CharField(help_text="Markdown; [n] refers to citations")
    html = serializers.CharField(help_text="the same as sanitised HTML")
    language = serializers.CharField()
    intent = serializers.CharField()
    confidence = serializers.FloatField(allow_null=True)
    citations = CitationSerializer(many=True)
    choices = serializers.ListField(child=serializers.CharField(), help_text="answers to a question in return")
    feedback = GivenFeedbackSerializer(allow_null=True)
    failure = FailureSerializer(allow_null=True)


def record(message: Message, absolute: Callable[[str], str]) -> dict[str, Any]:
    """What AnswerSerializer describes; `absolute` makes an address of this site one that holds elsewhere."""
    over = message.state != Message.State.RUNNING
    event = with_addresses(presentation.final_event(message), absolute) if over else {}
    return {
        "id": str(message.pk),
        "conversation": str(message.conversation_id),
        "state": message.state,
        "created_at": timezone.localtime(message.created_at).isoformat(),
        "status": message.status,
        "text": message.text,
        "html": event.get("html", ""),
        "language": message.language,
        "intent": message.intent,
        "confidence": message.confidence,
        "citations": event.get("citations", []),
        "choices": event.get("choices", []),
        "feedback": presentation.feedback_json(message),
        "failure": {name: event[name] for name in ("text", "reference")} if "reference" in event else None,
    }


def with_addresses(event: dict[str, Any], absolute: Callable[[str], str]) -> dict[str, Any]:
    """A final event whose sources can be opened from elsewhere."""
    if "citations" not in event:
        return event
    cited = [{**each, "url": absolute(each["url"]) if each["url"] else ""} for each in event["citations"]]
    html = event["html"].replace('href="/source/', f'href="{absolute("/source/")}')
    return {**event, "citations": cited, "html": html}


def own(caller: Caller, answer_id: UUID) -> Message:
    found = caller.owner.messages().filter(pk=answer_id, role=Message.Role.ASSISTANT).first()
    if found is None:
        raise problems.not_found()
    return found


def own_record(request: HttpRequest, caller: Caller, answer_id: UUID) -> dict[str, Any]:
    return record(own(caller, answer_id), request.build_absolute_uri)


class AnswerView(ApiView):
    rules = {"GET": CHAT}
    serializer_class = AnswerSerializer

    @extend_schema(operation_id="answer", summary="An answer, done or not")
    def get(self, request: Request, answer_id: UUID) -> Response:
        return Response(own_record(request._request, self.caller, answer_id))


class AnswerFeedbackView(ApiView):
    rules = {"PUT": CHAT, "DELETE": CHAT}
    serializer_class = GivenFeedbackSerializer

    @extend_schema(operation_id="give_feedback", summary="Say what an answer is worth, or say it anew")
    def put(self, request: Request, answer_id: UUID) -> Response:
        given = feedback.give(own(self.caller, answer_id), self.sent())
        return Response({"verdict": given.verdict, "comment": given.comment})

    @extend_schema(operation_id="take_feedback_back", summary="Take it back")
    def delete(self, request: Request, answer_id: UUID) -> Response:
        feedback.take_back(own(self.caller, answer_id))
        return Response(status=204)
