"""The page on which staff see what was made of a document, beside its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from knowledge.admin.changes import KINDS
from knowledge.highlighting.preview import Preview, PreviewBlock, preview
from knowledge.highlighting.source_page import rectangle
from knowledge.models import Document
from koalarag import visitors

_SCALE = 2


@dataclass(frozen=True)
class ShownBlock:
    number: int
    """what joins it to its place on the picture"""
    kind: str
    label: str
    text: str
    rectangles: tuple[SafeString, ...]


class PreviewPage(admin.ModelAdmin):
    """What DocumentAdmin has of it."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.preview_view)
        return [path("<int:pk>/preview/", view, name="knowledge_document_preview"), *super().get_urls()]

    def preview_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        document = get_object_or_404(Document.objects.select_related("collection"), pk=pk)
        visitors.spend_page(request)
        asked = request.GET.get("page", "")
        found = preview(document, int(asked) if asked.isdecimal() and len(asked) < 9 else 1)
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": gettext("What was read of it"),
            "document": document, "preview": found, "blocks": [
                _shown(number, block) for number, block in enumerate((*found.blocks, *found.dropped))
            ],
            "picture": _picture(document, found),
        }  # fmt: skip
        return render(request, "admin/knowledge/document/preview.html", context)


def _shown(number: int, block: PreviewBlock) -> ShownBlock:
    label = gettext("left out") if block.kind == "dropped" else str(KINDS.get(block.kind, block.kind))
    return ShownBlock(number, block.kind, label, block.text, tuple(rectangle(box) for box in block.boxes))


def _picture(document: Document, found: Preview) -> dict[str, Any]:
    if found.layout is None:
        return {}
    query = urlencode({"scale": _SCALE, "v": document.content_hash[:12]})
    address = reverse("source-page", args=[document.pk, found.page])
    return {
        "address": f"{address}?{query}", "width": round(found.layout.width), "height": round(found.layout.height)
    }  # fmt: skip
