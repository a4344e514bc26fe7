"""Pages and sockets of the chat."""

from typing import Any

from django.urls import path

from chat import views

urlpatterns = [path("", views.home, name="home")]
websocket_urlpatterns: list[Any] = []
