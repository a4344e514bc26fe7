from django.contrib import admin

from knowledge.models import Source
from koalarag.folding import FoldedSearch


@admin.register(Source)
class SourceAdmin(FoldedSearch):
    list_display = ["location", "kind", "collection", "created_at"]
    list_filter = ["collection", "kind"]
    search_fields = ["location"]
    list_select_related = ["collection"]
