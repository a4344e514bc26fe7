"""Where a client of OpenAI's looks, with `…/v1` as its base address."""

from django.urls import path, re_path

from interfaces.openai import completions, embeddings, errors, models

urlpatterns = [
    path("models", models.models, name="openai-models"),
    path("models/<path:name>", models.model, name="openai-model"),
    path("chat/completions", completions.completions, name="openai-chat"),
    path("embeddings", embeddings.embeddings, name="openai-embeddings"),
    re_path("", errors.unknown, name="openai-unknown"),
]
