"""The public keys of a platform: fetched from its key set, kept for an hour, fetched anew where it signs by another."""

from __future__ import annotations

from typing import Any

import httpx2
import jwt
from django.core.cache import cache
from django.utils.translation import gettext as _

from interfaces.lti.errors import LaunchError
from interfaces.models import LtiPlatform

KEPT_SECONDS = 3600
AGAIN_SECONDS = 60
"""A key that nobody knows makes us ask no oftener: anybody can send one."""
TIMEOUT_SECONDS = 5
MAX_BYTES = 200_000


def key_of(platform: LtiPlatform, key_id: str) -> jwt.PyJWK:
    """LaunchError where the platform has no such key, or cannot be asked."""
    name = f"lti-keys-{platform.pk}-{platform.key_set_url}"
    found = _named(cache.get(name), key_id)
    if found is None and cache.add(f"{name}-asked", True, AGAIN_SECONDS):
        known = _fetched(platform.key_set_url)
        cache.set(name, known, KEPT_SECONDS)
        found = _named(known, key_id)
    if found is None:
        raise LaunchError(_("The platform signed with a key that its key set does not have. Try again in a minute."))
    return found


def _named(key_set: Any, key_id: str) -> jwt.PyJWK | None:
    if key_set is None:
        return None
    return next((key for key in jwt.PyJWKSet.from_dict(key_set).keys if key.key_id == key_id), None)


def _fetched(url: str) -> dict[str, Any]:
    try:
        response = httpx2.get(url, timeout=TIMEOUT_SECONDS, follow_redirects=False)
        response.raise_for_status()
        if len(response.content) > MAX_BYTES:
            raise ValueError("the key set is too long")
        known: dict[str, Any] = response.json()
        jwt.PyJWKSet.from_dict(known)
    except (httpx2.HTTPError, ValueError, AttributeError, jwt.PyJWTError) as error:
        raise LaunchError(_("The keys of the platform could not be fetched. Try again in a minute.")) from error
    return known
