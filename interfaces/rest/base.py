"""What all views of the REST interface have in common: the gate, problems, JSON, pages by cursor."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, ClassVar, NoReturn

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework import exceptions, serializers
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces import access, problems
from interfaces.access import Caller, Rule
from interfaces.problems import MEDIA_TYPE


class LimitedJSONParser(BaseParser):
    """REST framework's own reads whatever comes."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        sent = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(sent) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise problems.too_large()
        try:
            return json.loads(sent)
        except (ValueError, RecursionError) as error:
            raise problems.invalid(f"The body is not JSON: {error}") from error


class ChoiceField(serializers.ChoiceField):
    """Refuses a value with those that it takes."""

    default_error_messages = {"invalid_choice": "“{input}” is none of the choices: {choices}."}

    def fail(self, key: str, **said: Any) -> NoReturn:
        super().fail(key, choices=", ".join(map(str, self.choices)), **said)


class Pages(CursorPagination):
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return tuple(queryset.query.order_by)

    def paginate_queryset(self, queryset: QuerySet[Any], request: Request, view: Any = None) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, ValidationError) as error:
            # A cursor that names no position of this list.
            raise exceptions.NotFound from error


class ApiView(GenericAPIView):
    authentication_classes: ClassVar[list[Any]] = []
    permission_classes: ClassVar[list[Any]] = []
    renderer_classes = (JSONRenderer,)
    parser_classes = (LimitedJSONParser,)
    pagination_class = Pages
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    rules: ClassVar[Mapping[str, Rule]] = {}
    """method -> what it asks of its caller"""
    caller: Caller

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        method = "GET" if request.method == "HEAD" else request.method
        self.caller = access.admit(request._request, self.rules.get(method or "", Rule()))
        request.user, request.auth = self.caller.user, self.caller.token

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """JSON whatever the client would rather have."""
        return super().perform_content_negotiation(request, force=True)

    def get_exception_handler(self) -> Any:
        return told

    def paged(self, found: QuerySet[Any], **context: Any) -> Response:
        """A page of the list, as the view's serializer shows it."""
        page = self.paginate_queryset(found)
        shown = self.get_serializer(page, many=True, context={**self.get_serializer_context(), **context})
        return self.get_paginated_response(shown.data)

    def sent(self) -> dict[str, Any]:
        """The body as the view's serializer reads it; a ValidationError names what is wrong with it."""
        read = self.get_serializer(data=self.request.data)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def asked(self, serializer: type[Any]) -> dict[str, Any]:
        """The query string, likewise."""
        read = serializer(data=self.request.query_params)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)


def told(error: Exception, context: Mapping[str, Any]) -> Response:
    """The problem of an error, whether REST framework raised it or we did."""
    problem = problems.of(error)
    return Response(problem.body, problem.status, headers=problem.headers, content_type=MEDIA_TYPE)
