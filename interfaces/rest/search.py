"""Passages of the documents, best first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chat.rendering import source_url
from interfaces.access import Rule
from interfaces.models import Scope
from interfaces.rest.base import ApiView, ChoiceField
from interfaces.searching import MAX_RESULTS, prepare
from knowledge.catalogue.filtering import Filters
from knowledge.models import Language
from knowledge.places import Place, places_of_quotes, said
from knowledge.retrieval.config import Passage
from knowledge.retrieval.records import as_record
from knowledge.retrieval.search import search

FILTERS = ("course", "academic_year", "language", "in_force_on")


class QuerySerializer(serializers.Serializer):
    query = serializers.CharField(max_length=settings.MAX_QUESTION_CHARACTERS)
    collections = serializers.ListField(child=serializers.SlugField(), default=list, help_text="all, unless named")
    limit = serializers.IntegerField(min_value=1, max_value=MAX_RESULTS, default=10)
    course = serializers.CharField(default="", max_length=120, allow_blank=True, help_text="code or any of its names")
    academic_year = serializers.CharField(default="", max_length=9, allow_blank=True, help_text="as 2025-2026")
    language = ChoiceField(Language.choices, default="", allow_blank=True)
    categories = serializers.ListField(child=serializers.CharField(max_length=80), default=list)
    in_force_on = serializers.DateField(default=None, allow_null=True, help_text="documents in force on that day alone")


class PassageSerializer(serializers.Serializer):
    document = serializers.CharField(help_text="the identifier it was taken in under")
    document_id = serializers.IntegerField(help_text="for /documents/{id}")
    title = serializers.CharField()
    section = serializers.CharField()
    page = serializers.IntegerField(allow_null=True)
    place = serializers.CharField(help_text="page 3, slide 3, row 12, paragraph 4; empty where nothing is counted")
    chunk = serializers.IntegerField()
    score = serializers.FloatField(help_text="by which they are ordered; 0 and up")
    dense = serializers.FloatField(help_text="cosine, -1 to 1")
    lexical = serializers.FloatField(help_text="BM25, 0 and up")
    text = serializers.CharField()
    url = serializers.CharField(help_text="where the passage is shown in its document")
    also_at = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="other documents that say the same"
    )


class FoundSerializer(serializers.Serializer):
    results = PassageSerializer(many=True)


class SearchView(ApiView):
    rules = {"POST": Rule((Scope.SEARCH,))}
    serializer_class = QuerySerializer

    @extend_schema(operation_id="search", summary="Search the documents", responses=FoundSerializer)
    def post(self, request: Request) -> Response:
        asked = self.sent()
        filters = Filters(**{name: asked[name] for name in FILTERS}, categories=tuple(asked["categories"]))
        scope, config = prepare(self.caller.user, asked["collections"], filters)
        found = async_to_sync(search)(asked["query"], scope, asked["limit"], config)
        places = places_of_quotes({passage.chunk_id: passage.text for passage in found})
        absolute = request.build_absolute_uri
        return Response({"results": [record(one, places.get(one.chunk_id), absolute) for one in found]})


def record(passage: Passage, place: Place | None, absolute: Callable[[str], str]) -> dict[str, Any]:
    shown = absolute(source_url(passage.document_id, passage.document, passage.page, passage.text))
    said_place = said(passage.page, place)
    return {**as_record(passage), "document_id": passage.document_id, "place": said_place, "url": shown}
