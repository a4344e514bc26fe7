"""Pages and sockets of the chat."""

from typing import Any

from django.urls import path

from chat import views
from chat.consumers import ChatConsumer
from chat.signing_out import SignOutView

urlpatterns = [
    path("sign-out/", SignOutView.as_view(), name="logout"),
    path("", views.home, name="home"),
    path("a/<slug:slug>/", views.assistant, name="assistant"),
    path("a/<slug:slug>/tokens/", views.tokens, name="tokens"),
    path("c/<uuid:conversation_id>/", views.conversation, name="conversation"),
    path("c/<uuid:conversation_id>/delete/", views.delete_conversation, name="delete_conversation"),
    path("m/<uuid:message_id>/feedback/", views.feedback, name="feedback"),
    path("m/<uuid:message_id>.md", views.export, name="export_answer"),
]
websocket_urlpatterns: list[Any] = [path("ws/chat/", ChatConsumer.as_asgi())]
