"""Whose token it is, and what it may do."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.access import Rule
from interfaces.models import Scope
from interfaces.rest.base import ApiView
from knowledge.models import Visibility, visibilities_of
from koalarag.roles import role_of


class MeSerializer(serializers.Serializer):
    user = serializers.CharField()
    role = serializers.ChoiceField(["student", "reviewer", "staff"])
    sees = serializers.ListField(child=serializers.ChoiceField(Visibility.choices), help_text="documents for whom")
    token = serializers.CharField(help_text="its name")
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))
    expires_at = serializers.DateTimeField()


class MeView(ApiView):
    rules = {"GET": Rule()}
    serializer_class = MeSerializer

    @extend_schema(operation_id="me", summary="Whose token this is, and what it may do")
    def get(self, request: Request) -> Response:
        user, token = self.caller.user, self.caller.token
        return Response(
            {
                "user": user.get_username(),
                "role": role_of(user),
                "sees": visibilities_of(user),
                "token": token.name,
                "scopes": token.scopes,
                "expires_at": token.expires_at,
            }
        )
