"""The assistants one may ask, and one's own conversations."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chat.models import Assistant, Conversation, Message
from interfaces import problems
from interfaces.access import Caller
from interfaces.rest.answers import CHAT, AnswerSerializer, record
from interfaces.rest.base import ApiView


class AssistantSerializer(serializers.ModelSerializer):
    name = serializers.SerializerMethodField(help_text="in the language of Accept-Language")
    description = serializers.SerializerMethodField()
    suggestions = serializers.SerializerMethodField(help_text="questions one might ask")
    form = serializers.DictField(help_text="what may be chosen beside the question")

    class Meta:
        model = Assistant
        fields = ("slug", "name", "description", "suggestions", "form", "prompt_budget")

    def get_name(self, assistant: Assistant) -> str:
        return assistant.text_in().name

    def get_description(self, assistant: Assistant) -> str:
        return assistant.text_in().description

    def get_suggestions(self, assistant: Assistant) -> list[str]:
        return assistant.text_in().suggested_questions


class ConversationSerializer(serializers.ModelSerializer):
    assistant = serializers.SlugRelatedField("slug", read_only=True)

    class Meta:
        model = Conversation
        fields = ("id", "title", "assistant", "created_at", "updated_at")


class TurnSerializer(serializers.Serializer):
    question = serializers.CharField()
    options = serializers.DictField(help_text="course, academic year, language and form that came with it")
    answer = AnswerSerializer(allow_null=True)


class WholeConversationSerializer(ConversationSerializer):
    turns = TurnSerializer(many=True)

    class Meta(ConversationSerializer.Meta):
        fields = (*ConversationSerializer.Meta.fields, "turns")


class AssistantsView(ApiView):
    rules = {"GET": CHAT}
    serializer_class = AssistantSerializer

    @extend_schema(operation_id="assistants", summary="Whom one may ask", responses=AssistantSerializer(many=True))
    def get(self, request: Request) -> Response:
        active = Assistant.objects.filter(is_active=True).prefetch_related("texts")
        return self.paged(active.order_by("position", "slug"))


class ConversationsView(ApiView):
    rules = {"GET": CHAT}
    serializer_class = ConversationSerializer

    @extend_schema(
        operation_id="conversations",
        summary="One's own conversations, the latest first",
        responses=ConversationSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.paged(self.caller.owner.conversations().select_related("assistant").order_by("-updated_at"))


class ConversationView(ApiView):
    rules = {"GET": CHAT, "DELETE": CHAT}
    serializer_class = WholeConversationSerializer

    @extend_schema(operation_id="conversation", summary="A conversation with its questions and answers")
    def get(self, request: Request, conversation_id: UUID) -> Response:
        known = _own(self.caller, conversation_id)
        shown = ConversationSerializer(known).data
        return Response({**shown, "turns": turns(known.messages.all(), request)})

    @extend_schema(operation_id="delete_conversation", summary="Delete a conversation, for good")
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        _own(self.caller, conversation_id).delete()
        return Response(status=204)


def turns(messages: QuerySet[Message], request: Request) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for message in messages.prefetch_related("citations"):
        if message.role == Message.Role.USER:
            found.append({"question": message.text, "options": message.options, "answer": None})
        elif found:
            found[-1]["answer"] = record(message, request.build_absolute_uri)
    return found


def _own(caller: Caller, conversation_id: UUID) -> Conversation:
    found = caller.owner.conversations().select_related("assistant").filter(pk=conversation_id).first()
    if found is None:
        raise problems.not_found()
    return found
