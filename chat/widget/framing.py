"""A page of ours that other sites may show in a frame: those, and no others."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpResponse

from chat.widget import origins
from koalarag import headers


def policy(allowed: Iterable[str]) -> str:
    return headers.policy(frame_ancestors=origins.ancestors(allowed))


def allow(response: HttpResponse, allowed: Iterable[str]) -> HttpResponse:
    """X-Frame-Options knows no list of origins: the policy says it alone."""
    response["Content-Security-Policy"] = policy(allowed)
    response.xframe_options_exempt = True
    return response
