"""For reviewers: datasets of questions, and runs of an assistant over them."""

from __future__ import annotations

from dataclasses import asdict
from typing import IO, Any

from django.db.models import Count
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from chat.models import Assistant
from evaluation import datasets, records, report, runner
from evaluation.models import Dataset, Run
from interfaces import problems
from interfaces.access import Rule
from interfaces.idempotency import idempotent
from interfaces.models import Scope
from interfaces.problems import Problem
from interfaces.rest.base import ApiView

READ_DATASETS, READ_RUNS, START = (
    Rule((Scope.EVALUATE,), f"evaluation.{permission}") for permission in ("view_dataset", "view_run", "add_run")
)
# An import may change a dataset that is there.
IMPORT = Rule((Scope.EVALUATE,), "evaluation.change_dataset")
MAX_BYTES = 5 * 1024 * 1024


class YAMLFile(BaseParser):
    """As it was sent: evaluation.records reads it."""

    media_type = "application/yaml"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> bytes:
        sent = stream.read(MAX_BYTES + 1)
        if len(sent) > MAX_BYTES:
            raise problems.too_large()
        return sent


class DatasetSerializer(serializers.ModelSerializer):
    cases = serializers.IntegerField(source="case_count", default=0)

    class Meta:
        model = Dataset
        fields = ("slug", "name", "description", "cases")


class ImportedSerializer(serializers.Serializer):
    slug = serializers.SlugField()
    created = serializers.IntegerField(help_text="cases")
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    removed = serializers.IntegerField()


class RunSerializer(serializers.ModelSerializer):
    dataset = serializers.SlugRelatedField("slug", queryset=Dataset.objects.all())
    assistant = serializers.SlugRelatedField("slug", queryset=Assistant.objects.filter(is_active=True))
    metrics = serializers.DictField(read_only=True, help_text="metric -> its mean and how many cases it is of")

    class Meta:
        model = Run
        fields = ("id", "dataset", "assistant", "state", "progress", "error", "metrics", "created_at", "finished_at")
        read_only_fields = ("state", "progress", "error", "created_at", "finished_at")


class WholeRunSerializer(serializers.Serializer):
    """As `manage.py evaluate --json` prints it."""

    run = serializers.IntegerField()
    dataset = serializers.CharField()
    assistant = serializers.CharField()
    state = serializers.ChoiceField(Run.State.choices)
    error = serializers.CharField()
    metrics = serializers.DictField(child=serializers.FloatField())
    cases = serializers.DictField(child=serializers.IntegerField(), help_text="how many each mean is of")
    configuration = serializers.DictField(help_text="what is needed to repeat it")
    results = serializers.ListField(child=serializers.DictField())


class ComparedSerializer(serializers.Serializer):
    name = serializers.CharField()
    label = serializers.CharField()
    means = serializers.ListField(child=serializers.FloatField(allow_null=True))
    difference = serializers.FloatField(allow_null=True)


class ComparisonSerializer(serializers.Serializer):
    metrics = ComparedSerializer(many=True)


class ComparedRunsSerializer(serializers.Serializer):
    run = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**31),
        min_length=2,
        max_length=10,
        help_text="run=1&run=2",
    )


class DatasetsView(ApiView):
    rules = {"GET": READ_DATASETS, "POST": IMPORT}
    serializer_class = DatasetSerializer
    parser_classes = (YAMLFile,)

    @extend_schema(operation_id="datasets", summary="Datasets", responses=DatasetSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(Dataset.objects.annotate(case_count=Count("cases")).order_by("slug"))

    @extend_schema(
        operation_id="import_dataset",
        summary="Make a dataset, or make it what the file says",
        request={"application/yaml": OpenApiTypes.OBJECT},
        responses=ImportedSerializer,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        try:
            # Where nothing was sent, REST framework has no bytes but an empty mapping.
            done = datasets.save(records.read(request.data or b""))
        except records.DatasetError as error:
            raise problems.invalid("The dataset cannot be read.", errors=error.problems) from error
        counts = {name: getattr(done, name) for name in ("created", "updated", "unchanged", "removed")}
        return Response({"slug": done.dataset.slug, **counts})


class DatasetView(ApiView):
    rules = {"GET": READ_DATASETS}

    @extend_schema(
        operation_id="dataset",
        summary="A dataset as the YAML that an import reads",
        responses={(200, "application/yaml"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        found = Dataset.objects.filter(slug=slug).first()
        if found is None:
            raise problems.not_found()
        return HttpResponse(datasets.export(found), content_type="application/yaml")


class RunsView(ApiView):
    rules = {"GET": READ_RUNS, "POST": START}
    serializer_class = RunSerializer

    @extend_schema(operation_id="runs", summary="Runs, the latest first", responses=RunSerializer(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(Run.objects.select_related("dataset", "assistant").order_by("-created_at"))

    @extend_schema(operation_id="start_run", summary="Start a run", responses={201: RunSerializer})
    @idempotent
    def post(self, request: Request) -> Response:
        made = runner.create(**self.sent())
        runner.enqueue(made)
        location = reverse("api-run", args=[made.pk], request=request)
        return Response(self.get_serializer(_found(made.pk)).data, 201, headers={"Location": location})


class RunView(ApiView):
    rules = {"GET": READ_RUNS}
    serializer_class = WholeRunSerializer

    @extend_schema(operation_id="run", summary="A run with the result of every case")
    def get(self, request: Request, pk: int) -> Response:
        return Response(report.as_record(_found(pk)))


class ContinuedRunView(ApiView):
    rules = {"POST": START}
    serializer_class = RunSerializer

    @extend_schema(operation_id="continue_run", summary="Go on with a run that stopped", request=None)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        run = _found(pk)
        if run.state == Run.State.DONE:
            raise Problem(409, "conflict", "This run is done.")
        runner.enqueue(run)
        return Response(self.get_serializer(_found(pk)).data)


class ComparedRunsView(ApiView):
    rules = {"GET": READ_RUNS}
    serializer_class = ComparisonSerializer

    @extend_schema(operation_id="compare_runs", summary="Runs side by side", parameters=[ComparedRunsSerializer])
    def get(self, request: Request) -> Response:
        wanted = self.asked(ComparedRunsSerializer)["run"]
        found = list(Run.objects.filter(pk__in=wanted).order_by("pk"))
        if len(found) < len(set(wanted)):
            raise problems.invalid("Not all of these runs exist.")
        return Response({"metrics": [asdict(row) for row in report.compare(found)]})


def _found(pk: int) -> Run:
    found = Run.objects.select_related("dataset", "assistant").filter(pk=pk).first()
    if found is None:
        raise problems.not_found()
    return found
