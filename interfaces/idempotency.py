"""A write that is sent twice is done once: what the first was answered is kept under its Idempotency-Key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.models import KeptResponse
from interfaces.problems import MEDIA_TYPE, Problem, invalid

HEADER = "Idempotency-Key"
KEPT_HEADERS = ("Location",)
KEPT_FOR = timedelta(days=1)
# A first request that has given no answer for so long has died with its process.
ABANDONED_AFTER = timedelta(minutes=10)

Handler = Callable[..., Response]


def idempotent(handler: Handler) -> Handler:
    """Of a method that changes something. A failure that is ours (5xx) is not kept: it may be tried again."""

    @wraps(handler)
    def answered(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER, "")
        if not key:
            return handler(view, request, *args, **kwargs)
        kept, is_first = _claim(request, checked(key))
        if not is_first:
            return _again(kept, _fingerprint(request))
        try:
            response = handler(view, request, *args, **kwargs)
        except Exception as error:
            response = view.handle_exception(error)
        _settle(kept, response)
        return response

    answered.takes_key = True  # type: ignore[attr-defined]
    return answered


def checked(key: str) -> str:
    if len(key) > 200 or not key.isprintable() or not key.isascii():
        raise invalid(f"An {HEADER} has 200 characters at most, all of them printable ASCII.")
    return key


def forget() -> int:
    deleted, _by_model = KeptResponse.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
    return deleted


def _claim(request: Request, key: str) -> tuple[KeptResponse, bool]:
    """The row of the key, and whether it was made just now."""
    mine = KeptResponse.objects.filter(user=request.user, key=key)
    now = timezone.now()
    mine.filter(status=None, created_at__lt=now - ABANDONED_AFTER).delete()
    mine.filter(created_at__lt=now - KEPT_FOR).delete()
    return mine.get_or_create(user=request.user, key=key, defaults={"request": _fingerprint(request)})


def _again(kept: KeptResponse, fingerprint: str) -> Response:
    if kept.request != fingerprint:
        raise Problem(422, "idempotency_mismatch", f"This {HEADER} was sent with another request. Make a new one.")
    if kept.status is None:
        raise Problem(409, "idempotency_in_progress", "The first request with this key is still being answered.")
    media_type = MEDIA_TYPE if kept.status >= 400 else None
    headers = {**kept.headers, "Idempotent-Replayed": "true"}
    return Response(kept.body, kept.status, headers=headers, content_type=media_type)


def _settle(kept: KeptResponse, response: Response) -> None:
    if response.status_code >= 500:
        kept.delete()
        return
    headers = {name: response[name] for name in KEPT_HEADERS if response.has_header(name)}
    kept.status, kept.body, kept.headers = response.status_code, response.data, headers
    kept.save(update_fields=["status", "body", "headers"])


def _fingerprint(request: Request) -> str:
    """Of what was sent, as it was understood: a multipart boundary differs each time."""
    sent = dict(request.data.lists()) if isinstance(request.data, QueryDict) else request.data
    said = json.dumps(sent, sort_keys=True, default=_digest)
    return hashlib.sha256(f"{request.method} {request.get_full_path()}\n{said}".encode()).hexdigest()


def _digest(sent: UploadedFile | bytes) -> str:
    if isinstance(sent, bytes):
        return hashlib.sha256(sent).hexdigest()
    digest = hashlib.sha256()
    for chunk in sent.chunks():
        digest.update(chunk)
    sent.seek(0)
    return f"{sent.name} {digest.hexdigest()}"
