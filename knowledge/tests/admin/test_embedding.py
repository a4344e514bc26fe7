from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from knowledge import tasks
from knowledge.embedding import building
from knowledge.embedding.registry import active_embedder
from knowledge.models import EmbeddingModel
from knowledge.tests.corpus import Text, add, collection
from knowledge.tests.embedding.server import Server, running

pytestmark = pytest.mark.django_db
LIST = reverse("admin:knowledge_embeddingmodel_changelist")


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as started:
        yield started


@pytest.fixture
def hashing(admin_client: Client, server: Server) -> EmbeddingModel:
    """Added through the form."""
    add(collection(), Text("loans.md", "Préstamo", "El préstamo dura 30 días."))
    fields = {"name": "hashing", "remote_model": "hash-64", "base_url": server.url, "dimensions": 64, "window": 512}
    admin_client.post(reverse("admin:knowledge_embeddingmodel_add"), fields)
    return EmbeddingModel.objects.get(name="hashing")


def act(client: Client, action: str, *models: EmbeddingModel) -> str:
    chosen = {"action": action, "_selected_action": [model.pk for model in models]}
    return client.post(LIST, chosen, follow=True).content.decode()


def test_built_used_and_removed_from_the_list(
    admin_client: Client, hashing: EmbeddingModel, monkeypatch: Any, django_capture_on_commit_callbacks: Any
) -> None:
    assert "1 passage has no vector of it" in act(admin_client, "activate", hashing)
    asked: list[int] = []
    monkeypatch.setattr(tasks.build_embeddings, "delay", asked.append)
    with django_capture_on_commit_callbacks(execute=True):
        assert "data-working" in act(admin_client, "build", hashing)
    building.build(asked[0])
    assert "Searches use “hashing” from now on" in act(admin_client, "activate", hashing)
    assert active_embedder().name == "hashing"
    local = EmbeddingModel.objects.get(kind="local")
    assert "Activate another model first" in act(admin_client, "remove", hashing)
    act(admin_client, "activate", local)
    assert "“hashing” and its vectors are removed." in act(admin_client, "remove", hashing)
    assert list(EmbeddingModel.objects.all()) == [local]


def test_the_reason_of_a_failure_is_in_the_list(admin_client: Client, hashing: EmbeddingModel, server: Server) -> None:
    server.dimensions = 32
    building.start(hashing)
    building.build(hashing.pk)
    assert "32 dimensions, not 64" in admin_client.get(LIST).content.decode()


def test_what_vectors_depend_on_is_not_edited(admin_client: Client, hashing: EmbeddingModel) -> None:
    page = reverse("admin:knowledge_embeddingmodel_change", args=[hashing.pk])
    admin_client.post(page, {"dimensions": 3, "name": "other", "base_url": "http://127.0.0.1:1/v1"})
    hashing.refresh_from_db()
    assert (hashing.name, hashing.dimensions, hashing.base_url) == ("hashing", 64, "http://127.0.0.1:1/v1")


def test_keys_are_named_not_given(admin_client: Client, server: Server) -> None:
    fields = {"name": "m", "remote_model": "m", "dimensions": 64, "window": 512, "api_key_variable": "SECRET_KEY"}
    response = admin_client.post(reverse("admin:knowledge_embeddingmodel_add"), fields)
    assert "ends in _API_KEY" in response.content.decode()
    assert not EmbeddingModel.objects.filter(name="m").exists()
