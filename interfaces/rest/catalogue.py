"""Courses and people of the catalogue, each with the official source of what is said of them."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces import problems
from interfaces.access import Rule
from interfaces.models import Scope
from interfaces.rest.base import ApiView, ChoiceField
from knowledge.catalogue import lookup
from knowledge.models import Language

READ = Rule((Scope.SEARCH,))


class WantedSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=200, help_text="name or surname, misspelt or not")
    language = ChoiceField(Language.choices, default="en")


class WantedCourseSerializer(WantedSerializer):
    name = serializers.CharField(
        required=False, default="", max_length=200, help_text="code, name or acronym; all courses without one"
    )
    programme = serializers.CharField(required=False, default="", max_length=200, help_text="code, name or acronym")


class SourcedSerializer(serializers.Serializer):
    """What the catalogue does not say is left out."""

    key = serializers.CharField()
    name = serializers.CharField()
    source = serializers.CharField(help_text="the publication that this was taken from")
    source_url = serializers.CharField()
    source_date = serializers.CharField()
    academic_year = serializers.CharField()
    courses = serializers.CharField(required=False)
    url = serializers.CharField(required=False)


class PersonSerializer(SourcedSerializer):
    role = serializers.CharField(required=False)
    email = serializers.CharField(required=False)
    office = serializers.CharField(required=False)
    hours = serializers.CharField(required=False)


class CourseSerializer(SourcedSerializer):
    code = serializers.CharField(required=False)
    programmes = serializers.CharField(required=False)
    ects = serializers.CharField(required=False)
    period = serializers.CharField(required=False)
    people = serializers.CharField(required=False)


class PeopleSerializer(serializers.Serializer):
    results = PersonSerializer(many=True)


class CoursesSerializer(serializers.Serializer):
    results = CourseSerializer(many=True)


class CoursesView(ApiView):
    rules = {"GET": READ}
    serializer_class = CoursesSerializer

    @extend_schema(operation_id="courses", summary="Courses of the catalogue", parameters=[WantedCourseSerializer])
    def get(self, request: Request) -> Response:
        asked = self.asked(WantedCourseSerializer)
        try:
            return _told(async_to_sync(lookup.courses)(**asked))
        except lookup.UnknownProgramme as error:
            raise problems.invalid(str(error)) from error


class PeopleView(ApiView):
    rules = {"GET": READ}
    serializer_class = PeopleSerializer

    @extend_schema(operation_id="people", summary="Whoever may be meant by a name", parameters=[WantedSerializer])
    def get(self, request: Request) -> Response:
        return _told(async_to_sync(lookup.people)(**self.asked(WantedSerializer)))


def _told(statements: tuple[Any, ...]) -> Response:
    return Response({"results": [statement.record for statement in statements]})
