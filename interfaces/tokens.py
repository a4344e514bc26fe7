"""API tokens: made, found by what a program sends, and which scopes somebody is offered."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q
from django.utils import timezone

from interfaces.models import ApiToken, Scope

# So that a token that was published by mistake is known for what it is.
PREFIX = "koala_"
DAYS = (30, 90, 365)
"""that a token may be made for"""

# A scope is offered to whoever could do something with it.
_NEEDED = {
    Scope.INGEST: "knowledge.add_document",
    Scope.TRACES: "chat.view_trace",
    Scope.EVALUATE: "evaluation.view_run",
}
_USE_IS_NOTED_EVERY = timedelta(minutes=1)


def offered(user: User | AnonymousUser) -> list[Scope]:
    return [scope for scope in Scope if scope not in _NEEDED or user.has_perm(_NEEDED[scope])]


def make(user: User, name: str, scopes: Sequence[str], days: int) -> tuple[ApiToken, str]:
    """The row and the token, which cannot be had again."""
    secret = PREFIX + secrets.token_urlsafe(32)
    made = ApiToken.objects.create(
        user=user,
        name=name,
        scopes=list(scopes),
        digest=_digest(secret),
        hint=secret[:12],
        expires_at=timezone.now() + timedelta(days=days),
    )
    return made, secret


def find(secret: str) -> ApiToken | None:
    """With its owner; None where there is none, it has expired, or its owner is not active any more."""
    token = ApiToken.objects.valid().select_related("user").filter(digest=_digest(secret)).first()
    if token:
        _note_use(token)
    return token


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _note_use(token: ApiToken) -> None:
    """Once a minute: not a write for every request."""
    now = timezone.now()
    long_ago = Q(last_used_at=None) | Q(last_used_at__lt=now - _USE_IS_NOTED_EVERY)
    if token.last_used_at is None or token.last_used_at < now - _USE_IS_NOTED_EVERY:
        ApiToken.objects.filter(long_ago, pk=token.pk).update(last_used_at=now)
