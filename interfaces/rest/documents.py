"""Documents: sent, followed while they are read, corrected, replaced, deleted; and read."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from interfaces import problems
from interfaces.access import Caller, Rule
from interfaces.idempotency import idempotent
from interfaces.models import Scope
from interfaces.problems import Problem
from interfaces.rest import attached
from interfaces.rest.attached import AttachedSerializer
from interfaces.rest.base import ApiView, ChoiceField, LimitedJSONParser
from interfaces.rest.metadata import DocumentSerializer, MetadataSerializer, metadata
from interfaces.searching import visible_documents
from knowledge import views as pages
from knowledge.ingestion import feeds, intake, removal, uploads
from knowledge.ingestion.extract.errors import ExtractionError, NotNow, TooLarge, UnknownFormat
from knowledge.ingestion.messages import translated
from knowledge.models import Collection, Document, Language, Section, State
from koalarag import visitors

READ = Rule((Scope.SEARCH, Scope.INGEST))
ADD, CHANGE, DELETE = (Rule((Scope.INGEST,), f"knowledge.{verb}_document") for verb in ("add", "change", "delete"))
_STATUS = {TooLarge: 413, UnknownFormat: 415, NotNow: 503}
_FILE_TYPES = ("application/pdf", "text/plain", "text/markdown", "application/octet-stream")


class FileSerializer(serializers.Serializer):
    file = serializers.FileField(allow_empty_file=True, help_text="PDF, Word, HTML, Markdown or plain text")


class UploadSerializer(FileSerializer, MetadataSerializer):
    collection = serializers.SlugRelatedField("slug", queryset=Collection.objects.all())
    id = serializers.CharField(required=False, max_length=300, help_text="of your own; else the file's name")

    class Meta(MetadataSerializer.Meta):
        fields = ("collection", "file", "id", *MetadataSerializer.Meta.fields)


class RecordSerializer(MetadataSerializer):
    collection = serializers.SlugRelatedField("slug", queryset=Collection.objects.all())
    id = serializers.CharField(max_length=300, help_text="of your own: sent again it is the same document")
    text = serializers.CharField(trim_whitespace=False, help_text="plain text or Markdown")

    class Meta(MetadataSerializer.Meta):
        fields = ("collection", "id", "text", *MetadataSerializer.Meta.fields)


class ReceiptSerializer(serializers.Serializer):
    status = ChoiceField(["created", "updated", "unchanged", "waiting"])
    document = DocumentSerializer()
    attached = AttachedSerializer(many=True, required=False, help_text="what a message (.eml) brought with it")


class DocumentFilterSerializer(serializers.Serializer):
    collection = serializers.SlugField(required=False)
    external_id = serializers.CharField(required=False, max_length=300)
    state = ChoiceField(State.choices, required=False)
    course = serializers.CharField(required=False, max_length=120)
    academic_year = serializers.CharField(required=False, max_length=9)
    language = ChoiceField(Language.choices, required=False)
    version_of = serializers.IntegerField(required=False, help_text="id of a document: its other versions, else none")


class SectionSerializer(serializers.ModelSerializer):
    page = serializers.SerializerMethodField(help_text="on which it begins; null in a document without pages")

    class Meta:
        model = Section
        fields = ("position", "title", "path", "page", "text")

    def get_page(self, section: Section) -> int | None:
        return section.page_at(0)


class DocumentsView(ApiView):
    rules = {"GET": READ, "POST": ADD}
    serializer_class = DocumentSerializer
    parser_classes = (LimitedJSONParser, MultiPartParser)

    @extend_schema(
        operation_id="documents",
        summary="Documents, by the time they came in",
        parameters=[DocumentFilterSerializer],
        responses=DocumentSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        asked = self.asked(DocumentFilterSerializer)
        if collection := asked.pop("collection", ""):
            asked["collection__slug"] = collection
        asked.setdefault("version_of", None)
        return self.paged(_visible(self.caller).filter(**asked).order_by("pk"))

    @extend_schema(
        operation_id="add_document",
        summary="Send a document, as a file or as text; a worker reads it then",
        request={"multipart/form-data": UploadSerializer, "application/json": RecordSerializer},
        responses={200: ReceiptSerializer, 201: ReceiptSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        is_text = request.content_type == LimitedJSONParser.media_type
        read = (RecordSerializer if is_text else UploadSerializer)(data=request.data)
        read.is_valid(raise_exception=True)
        given = read.validated_data
        if is_text:
            offer = feeds.record(given["id"], {"id": given["id"], "text": given["text"]})
            return self._take(given["collection"], offer.file_name, offer.read(), given)
        return self._take(given["collection"], given["file"].name, _content(given["file"]), given)

    def _take(self, collection: Collection, file_name: str, data: bytes, given: dict[str, Any]) -> Response:
        brought = attached.offers(file_name, data)
        visitors.spend_uploads(self.caller.user, 1 + len(brought))
        receipt = take(collection, file_name, data, given, given.get("id", ""))
        document = _visible(self.caller).get(pk=receipt.document_id)
        location = reverse("api-document", args=[document.pk], request=self.request)
        shown = {"status": receipt.status, "document": self.get_serializer(document).data}
        if brought:
            said = metadata({**given, "title": ""})
            shown["attached"] = list(attached.take(brought, collection, document.external_id, said))
        return Response(shown, 201 if receipt.status == "created" else 200, headers={"Location": location})


class DocumentView(ApiView):
    rules = {"GET": READ, "PATCH": CHANGE, "DELETE": DELETE}
    serializer_class = DocumentSerializer

    @extend_schema(operation_id="document", summary="A document, and how far it has been read")
    def get(self, request: Request, pk: int) -> Response:
        return Response(self.get_serializer(_found(self.caller, pk)).data)

    @extend_schema(operation_id="correct_document", summary="Correct what is said of it", request=MetadataSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        document = _found(self.caller, pk)
        read = MetadataSerializer(document, data=request.data, partial=True)
        read.is_valid(raise_exception=True)
        changed = [name for name, value in read.validated_data.items() if getattr(document, name) != value]
        for name in changed:
            setattr(document, name, read.validated_data[name])
        intake.correct(document, changed)
        return Response(self.get_serializer(_found(self.caller, pk)).data)

    @extend_schema(operation_id="delete_document", summary="Delete it, for good")
    def delete(self, request: Request, pk: int) -> Response:
        removal.remove(Document.objects.filter(pk=_found(self.caller, pk).pk))
        return Response(status=204)


class DocumentFileView(ApiView):
    rules = {"GET": READ, "PUT": CHANGE}
    serializer_class = FileSerializer
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="document_file",
        summary="The file as it came in",
        responses={(200, kind): OpenApiTypes.BINARY for kind in _FILE_TYPES},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        return pages.original_file(request._request, _found(self.caller, pk).pk)

    @extend_schema(operation_id="replace_document", summary="Another file in its place", responses=ReceiptSerializer)
    def put(self, request: Request, pk: int) -> Response:
        document, file = _found(self.caller, pk), self.sent()["file"]
        visitors.spend_uploads(self.caller.user, 1)
        receipt = take(document.collection, file.name, _content(file), {}, document.external_id)
        shown = DocumentSerializer(_found(self.caller, pk), context=self.get_serializer_context())
        return Response({"status": receipt.status, "document": shown.data})


class DocumentTextView(ApiView):
    rules = {"GET": READ}
    serializer_class = SectionSerializer

    @extend_schema(
        operation_id="document_text",
        summary="What was read in it, section by section",
        responses=SectionSerializer(many=True),
    )
    def get(self, request: Request, pk: int) -> Response:
        return self.paged(_found(self.caller, pk).sections.order_by("position"))


class DocumentIndexView(ApiView):
    rules = {"POST": CHANGE}
    serializer_class = DocumentSerializer

    @extend_schema(operation_id="index_document", summary="Read it again", request=None)
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        intake.again(Document.objects.filter(pk=_found(self.caller, pk).pk))
        return Response(self.get_serializer(_found(self.caller, pk)).data)


def take(
    collection: Collection, file_name: str, data: bytes, given: dict[str, Any], external_id: str
) -> intake.Receipt:
    """Stored, and handed to a worker where it is new or changed; a Problem where it cannot be taken."""
    try:
        receipt = uploads.store(collection, file_name, data, metadata(given), external_id)
    except ExtractionError as error:
        raise refusal(error) from error
    if receipt.needs_indexing:
        intake.queue([receipt.document_id])
    return receipt


def refusal(error: ExtractionError) -> Problem:
    return Problem(_STATUS.get(type(error), 422), "document_refused", translated(str(error)))


def _content(file: Any) -> bytes:
    try:
        return uploads.read(file)
    except TooLarge as error:
        raise refusal(error) from error


def _visible(caller: Caller) -> QuerySet[Document]:
    return visible_documents(caller.user).select_related("collection", "superseded_by")


def _found(caller: Caller, pk: int) -> Document:
    found = _visible(caller).filter(pk=pk).first()
    if found is None:
        raise problems.not_found()
    return found
