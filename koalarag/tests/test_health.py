from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from koalarag.models import GONE_AFTER_SECONDS, WorkerHeartbeat


@pytest.mark.django_db
def test_it_tells_of_database_queue_and_workers(client: Client) -> None:
    now = timezone.now()
    WorkerHeartbeat.objects.create(name="here", beaten_at=now)
    WorkerHeartbeat.objects.create(name="gone", beaten_at=now - timedelta(seconds=GONE_AFTER_SECONDS + 1))
    response = client.get("/health/")
    report = response.json()
    assert (response.status_code, report["status"], report["queue"]["broker"]) == (200, "ok", "postgresql")
    assert report["worker"]["alive"] == 1


@pytest.mark.django_db(transaction=True)
def test_without_the_database_it_is_503_and_tells_nothing_secret(client: Client) -> None:
    """The address of a server that is not there, in the place of the real one."""
    connection = connections["default"]
    connection.close()
    connection.close_pool()
    port, connection.settings_dict["PORT"] = connection.settings_dict["PORT"], "1"
    options = connection.settings_dict["OPTIONS"]
    pool = options.pop("pool")
    try:
        response = client.get("/health/")
    finally:
        connection.close()
        connection.settings_dict["PORT"], options["pool"] = port, pool
    assert response.status_code == 503
    assert response.json()["database"] == {"error": "OperationalError"}
    assert "127.0.0.1" not in response.content.decode()


@pytest.mark.django_db
def test_it_says_that_documents_wait_and_nobody_does_anything(client: Client) -> None:
    from knowledge.models import Collection, Document

    collection = Collection.objects.create(slug="a", name="A")
    Document.objects.create(collection=collection, external_id="a", file_name="a.txt")
    assert client.get("/health/").json()["ingestion"] == {"waiting": 1, "stuck": False}
    Document.objects.update(updated_at=timezone.now() - timedelta(hours=1))
    report = client.get("/health/").json()
    assert (report["status"], report["ingestion"]["stuck"]) == ("degraded", True)
    Document.objects.update(worked_at=timezone.now())
    assert client.get("/health/").json()["status"] == "ok"
