"""The OpenAPI description, and the page that shows it."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularSwaggerSplitView

_making = Lock()


def openapi() -> dict[str, Any]:
    """Made once, for whoever asks first: it costs most of a second, and its maker cannot be used by two at a time."""
    with _making:
        return _made()


@cache
def _made() -> dict[str, Any]:
    with override("en"):
        described: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return described


@csrf_exempt
@require_safe
def schema(request: HttpRequest) -> JsonResponse:
    return JsonResponse(openapi(), headers={"Cache-Control": "public, max-age=300"})


class DocsView(SpectacularSwaggerSplitView):
    """Nobody needs to sign in to read what there is; to try it takes a token."""

    authentication_classes = ()
    permission_classes = ()
    # Theirs has a style in the page, which the site's policy does not let be.
    template_name = "interfaces/docs.html"
