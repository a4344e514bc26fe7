"""What every page tells browsers and proxies."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/sign-in/", "/nowhere/", "/health/", "/api/v1/docs", "/admin/login/"])
def test_nothing_that_stands_in_a_page_runs(client: Client, address: str) -> None:
    said = client.get(address)["Content-Security-Policy"]
    assert "default-src 'self'" in said
    assert "unsafe" not in said
    assert "object-src 'none'" in said


@pytest.mark.django_db
def test_what_is_personal_is_kept_by_nobody(client: Client) -> None:
    assert client.get("/sign-in/")["Cache-Control"]
    client.force_login(User.objects.create_superuser("ana"))
    for address in ("/", "/admin/", "/admin/knowledge/document/", "/api/tokens/"):
        said = client.get(address)["Cache-Control"]
        assert "no-store" in said
        assert "private" in said


@pytest.mark.django_db
def test_health_tells_no_versions(client: Client) -> None:
    said = client.get("/health/").json()
    assert "version" not in str(said)
    assert said["live"] == {"connected": True}


@pytest.mark.django_db
def test_a_site_behind_https_passes_all_checks() -> None:
    environment = os.environ | {"HTTPS": "true", "ALLOWED_HOSTS": "ask.example.edu"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


@pytest.mark.django_db
def test_https_is_kept_but_for_health(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 3600
    assert client.get("/sign-in/")["Location"] == "https://testserver/sign-in/"
    assert client.get("/health/").status_code == 200
    answer = client.get("/sign-in/", secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=3600; includeSubDomains"
    assert "upgrade-insecure-requests" in answer["Content-Security-Policy"]
