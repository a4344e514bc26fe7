"""For reviewers: how answers came to be, one by one and added up, and what readers said of them."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date
from uuid import UUID

from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chat.models import Assistant, Feedback, Trace
from chat.tracing import export, selection
from chat.tracing.aggregates import CRITERIA, Selection, report
from interfaces import problems
from interfaces.access import Rule
from interfaces.models import Scope
from interfaces.rest.base import ApiView, ChoiceField

READ = Rule((Scope.TRACES,), "chat.view_trace")
SHORT = (
    "id", "assistant", "origin", "question", "status", "intent", "language", "confidence", "outcome", "cost",
    "milliseconds", "created_at",
)  # fmt: skip


# Beyond them there is no day before, or after.
_DAYS = [MinValueValidator(date(1970, 1, 1)), MaxValueValidator(date(2999, 12, 31))]


class SelectionSerializer(serializers.Serializer):
    assistant = serializers.SlugField(required=False)
    origin = ChoiceField(Trace.Origin.choices, required=False)


class TraceFilterSerializer(SelectionSerializer):
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False, help_text="not included")
    status = ChoiceField(Trace.Status.choices, required=False)


class ReportFilterSerializer(SelectionSerializer):
    since = serializers.DateField(required=False, validators=_DAYS)
    until = serializers.DateField(required=False, validators=_DAYS, help_text="this day included")


class TraceSerializer(serializers.ModelSerializer):
    assistant = serializers.SlugRelatedField("slug", read_only=True, allow_null=True)

    class Meta:
        model = Trace
        fields = SHORT


class ReportSerializer(serializers.Serializer):
    """Rows as the page of the administration shows them."""

    totals = serializers.DictField()
    statuses = serializers.ListField(child=serializers.DictField())
    critic = serializers.DictField()
    criteria = serializers.ListField(child=serializers.CharField(), help_text="what `means` of scores are of, in order")
    scores = serializers.ListField(child=serializers.DictField())
    issues = serializers.ListField(child=serializers.DictField())
    steps = serializers.ListField(child=serializers.DictField())
    models = serializers.ListField(child=serializers.DictField())
    feedback = serializers.ListField(child=serializers.DictField())
    refusals = serializers.ListField(child=serializers.DictField())
    unanswered = serializers.ListField(child=serializers.DictField())


class FeedbackSerializer(serializers.ModelSerializer):
    trace = serializers.SerializerMethodField(help_text="of the answer; null where it is gone")
    answer = serializers.CharField(source="message.text")

    class Meta:
        model = Feedback
        fields = ("id", "verdict", "comment", "answer", "trace", "created_at")

    def get_trace(self, feedback: Feedback) -> UUID | None:
        trace = getattr(feedback.message, "trace", None)
        return trace.pk if trace else None


class TracesView(ApiView):
    rules = {"GET": READ}
    serializer_class = TraceSerializer

    @extend_schema(
        operation_id="traces",
        summary="Traces, the latest first",
        parameters=[TraceFilterSerializer],
        responses=TraceSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        found = selection.traces(**self.asked(TraceFilterSerializer))
        return self.paged(found.only(*SHORT, "assistant__slug").order_by("-created_at"))


class TraceView(ApiView):
    rules = {"GET": READ}
    serializer_class = serializers.DictField

    @extend_schema(operation_id="trace", summary="All of a trace", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, pk: UUID) -> Response:
        return Response(json.loads(export.as_json(_found(pk))))


class TraceMarkdownView(ApiView):
    rules = {"GET": READ}

    @extend_schema(
        operation_id="trace_markdown",
        summary="The same to be read",
        responses={(200, "text/markdown"): OpenApiTypes.STR},
    )
    def get(self, request: Request, pk: UUID) -> HttpResponse:
        return HttpResponse(export.as_markdown(_found(pk)), content_type="text/markdown; charset=utf-8")


class ReportView(ApiView):
    rules = {"GET": READ}
    serializer_class = ReportSerializer

    @extend_schema(operation_id="report", summary="Many traces added up", parameters=[ReportFilterSerializer])
    def get(self, request: Request) -> Response:
        asked = self.asked(ReportFilterSerializer)
        slug = asked.pop("assistant", "")
        assistant = Assistant.objects.filter(slug=slug).first() if slug else None
        if slug and assistant is None:
            raise problems.invalid(f"There is no assistant “{slug}”.")
        found = report(Selection(**{**asked, "assistant": assistant.pk if assistant else None}))
        shares = {"share_validated": found.critic.share_validated, "share_regenerated": found.critic.share_regenerated}
        return Response({**asdict(found), "critic": {**asdict(found.critic), **shares}, "criteria": CRITERIA})


class FeedbacksView(ApiView):
    rules = {"GET": Rule((Scope.TRACES,), "chat.view_feedback")}
    serializer_class = FeedbackSerializer

    @extend_schema(
        operation_id="feedback",
        summary="What readers said of answers, the latest first",
        responses=FeedbackSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.paged(Feedback.objects.select_related("message__trace").order_by("-created_at"))


def _found(pk: UUID) -> Trace:
    found = Trace.objects.select_related("assistant").filter(pk=pk).first()
    if found is None:
        raise problems.not_found()
    return found
