"""The line of HTML that puts an assistant on a page, for staff to copy."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape

from chat.models import Assistant


def snippet(request: HttpRequest, assistant: Assistant) -> str:
    address = request.build_absolute_uri(reverse("widget-script"))
    return f'<script src="{escape(address)}" data-assistant="{escape(assistant.slug)}" async></script>'
