"""Who signs out is signed out everywhere: the sockets that his session had opened end, too."""

from __future__ import annotations

import hashlib
import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse

from koalarag import broker

SIGNED_OUT = "signed.out"

logger = logging.getLogger(__name__)


def group(session_key: str) -> str:
    return f"session.{hashlib.sha256(session_key.encode()).hexdigest()[:40]}"


class SignOutView(LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        ended = request.session.session_key
        response = super().post(request, *args, **kwargs)
        if ended:
            _tell(ended)
        return response


def _tell(session_key: str) -> None:
    """A socket that does not hear of it finds out at its next question."""
    try:
        async_to_sync(get_channel_layer().group_send)(group(session_key), {"type": SIGNED_OUT})
    except broker.unreachable() as error:
        logger.warning("Sockets could not be told of a sign-out: %s", type(error).__name__)
