"""Pages and sockets of the chat."""

from typing import Any

from django.urls import path

from chat import conversation_views as conversations
from chat import views
from chat.consumers import ChatConsumer
from chat.exporting import FORMATS
from chat.signing_out import SignOutView
from chat.widget import views as widget

urlpatterns = [
    path("sign-out/", SignOutView.as_view(), name="logout"),
    path("", views.home, name="home"),
    path("a/<slug:slug>/", views.assistant, name="assistant"),
    path("a/<slug:slug>/tokens/", views.tokens, name="tokens"),
    path("c/", conversations.find_conversations, name="find_conversations"),
    path("c/<uuid:conversation_id>/", views.conversation, name="conversation"),
    path("c/<uuid:conversation_id>/rename/", conversations.rename_conversation, name="rename_conversation"),
    path("c/<uuid:conversation_id>/delete/", conversations.delete_conversation, name="delete_conversation"),
    path("c/<uuid:conversation_id>/share/", conversations.share_conversation, name="share_conversation"),
    path("c/<uuid:conversation_id>/unshare/", conversations.unshare_conversation, name="unshare_conversation"),
    path("widget.js", widget.script, name="widget-script"),
    path("w/<slug:slug>/", widget.frame, name="widget"),
    path("w/<slug:slug>/permission.json", widget.permission, name="widget-permission"),
    path("w/<slug:slug>/visit/", widget.visit, name="visit"),
    path("search/", views.search, name="search"),
    path("differences/<int:older>/<int:newer>/", views.differences, name="differences"),
    path("s/<str:token>/", conversations.shared, name="shared"),
    path("m/<uuid:message_id>/follow-ups/", views.follow_ups, name="follow_ups"),
    path("m/<uuid:message_id>/feedback/", views.feedback, name="feedback"),
]
for extension in FORMATS:
    form = {"extension": extension}
    urlpatterns += [
        path(f"m/<uuid:message_id>.{extension}", views.export, form, name=f"export_answer_{extension}"),
        path(
            f"c/<uuid:conversation_id>.{extension}",
            conversations.export_conversation,
            form,
            name=f"export_conversation_{extension}",
        ),
    ]
websocket_urlpatterns: list[Any] = [path("ws/chat/", ChatConsumer.as_asgi())]
