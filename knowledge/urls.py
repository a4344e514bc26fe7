"""The cited source, as a reader opens it."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
