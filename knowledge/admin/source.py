from django.contrib import admin
from django.http import HttpRequest

from knowledge.admin.crawls import ReadOnly
from knowledge.models import Source


@admin.register(Source)
class SourceAdmin(ReadOnly):
    """Where a document came from, to which its page leads; uploads, folders and websites make their own."""

    list_display = ["location", "kind", "collection", "created_at"]
    list_filter = ["collection", "kind"]
    search_fields = ["location"]
    list_select_related = ["collection"]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Not among what staff do."""
        return False
