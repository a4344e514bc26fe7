"""A provider that runs, the site that knows it, and a browser that goes to and fro between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from django.http import HttpResponse
from django.test import Client

from koalarag.openid import configuration
from koalarag.tests.openid.provider import CLIENT, Provider, new_key

Configure = Callable[..., None]


@pytest.fixture(scope="session")
def provider_key() -> RSAPrivateKey:
    return new_key()


@pytest.fixture
def provider(provider_key: RSAPrivateKey) -> Iterator[Provider]:
    made = Provider(provider_key)
    yield made
    made.close()


@pytest.fixture
def configure(provider: Provider, settings: Any) -> Configure:
    def to(**options: Any) -> None:
        client_id, secret = CLIENT
        named = {"id": "university", "name": "University", "issuer": provider.issuer}
        entry = {**named, "client_id": client_id, "client_secret": secret, **options}
        settings.OIDC_PROVIDERS = [configuration.Provider(**entry)]

    to()
    return to


class Visitor:
    """One browser. What it opens of the site, the site is given; the provider is asked over HTTP."""

    def __init__(self) -> None:
        self.client = Client()

    def begin(self, **sent: str) -> str:
        """The provider's address that the site leads to."""
        page = self.client.post("/sign-in/with/university/", sent).content.decode()
        found = re.search(r'content="0; url=([^"]+)"', page)
        assert found, page
        return unescape(found[1])

    def at_provider(self, address: str) -> str:
        """The address of the site that the provider leads back to."""
        response = requests.get(address, allow_redirects=False, timeout=10)
        assert response.status_code == 302
        parts = urlsplit(response.headers["Location"])
        return f"{parts.path}?{parts.query}"

    def sign_in(self, **sent: str) -> HttpResponse:
        return self.client.get(self.at_provider(self.begin(**sent)))

    @property
    def user_id(self) -> str | None:
        return self.client.session.get("_auth_user_id")


@pytest.fixture
def visitor(db: None, configure: Configure) -> Visitor:
    return Visitor()
