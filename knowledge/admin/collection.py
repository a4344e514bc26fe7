"""Collections: what they hold, how they are cut, and how they are removed whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from knowledge import configuration
from knowledge.admin.deletion import Summary, summary
from knowledge.ingestion import intake, removal
from knowledge.models import Collection, Document, State, WebSource
from koalarag.folding import FoldedSearch

# What the stored sections and chunks depend on.
_CUTTING = {"chunk_tokens", "chunk_overlap", "section_tokens", "section_categories"}


@admin.register(Collection)
class CollectionAdmin(FoldedSearch):
    list_display = ["name", "slug", "language", "visibility", "documents_link", "failed"]
    search_fields = ["name", "slug", "description"]
    prepopulated_fields = {"slug": ["name"]}
    actions = ["index_again", "export"]
    delete_confirmation_template = "admin/knowledge/collection/delete_confirmation.html"
    delete_selected_confirmation_template = "admin/knowledge/collection/delete_selected_confirmation.html"
    fieldsets = [
        (None, {"fields": ["name", "slug", "description", "language", "visibility", ("publishing", "versions_kept")]}),
        (
            gettext_lazy("Division into passages"),
            {
                "classes": ["collapse"],
                "fields": ["chunk_tokens", "chunk_overlap", "section_tokens", "section_categories"],
                "description": gettext_lazy("A change holds for documents that are indexed from now on."),
            },
        ),
        (pgettext_lazy("heading", "Search"), {"fields": ["alpha"], "classes": ["collapse"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        documents = Document.objects.current().filter(collection=OuterRef("pk")).order_by().values("collection")
        failed = documents.annotate(n=Count("pk", filter=Q(state=State.FAILED))).values("n")
        counted = documents.annotate(n=Count("pk")).values("n")
        return super().get_queryset(request).annotate(document_count=Subquery(counted), failed_count=Subquery(failed))

    @admin.display(description=gettext_lazy("documents"))
    def documents_link(self, collection: Any) -> str:
        address = reverse("admin:knowledge_document_changelist")
        number = collection.document_count or 0
        return format_html('<a href="{}?collection__id__exact={}">{}</a>', address, collection.pk, number)

    @admin.display(description=gettext_lazy("failed"))
    def failed(self, collection: Any) -> str:
        if not collection.failed_count:
            return "–"
        address = reverse("admin:knowledge_document_changelist")
        query = f"collection__id__exact={collection.pk}&state__exact={State.FAILED}"
        return format_html('<a href="{}?{}">{}</a>', address, query, collection.failed_count)

    @admin.action(description=gettext_lazy("Index all their documents again"), permissions=["change"])
    def index_again(self, request: HttpRequest, collections: QuerySet[Collection]) -> None:
        number = intake.again(Document.objects.filter(collection__in=collections.values("pk")))
        text = ngettext("%d document is being indexed again.", "%d documents are being indexed again.", number)
        self.message_user(request, text % number)

    @admin.action(description=gettext_lazy("Export as YAML"), permissions=["view"])
    def export(self, request: HttpRequest, collections: QuerySet[Collection]) -> HttpResponse:
        headers = {"Content-Disposition": 'attachment; filename="collections.yaml"'}
        return HttpResponse(
            configuration.dump(collections), content_type="application/yaml; charset=utf-8", headers=headers
        )

    def save_model(self, request: HttpRequest, obj: Collection, form: ModelForm[Any], change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and _CUTTING & set(form.changed_data) and obj.documents.exists():
            text = gettext("The documents that are indexed already keep their cutting until they are indexed again.")
            self.message_user(request, text, messages.WARNING)

    def delete_model(self, request: HttpRequest, obj: Collection) -> None:
        removal.remove_collection(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Collection]) -> None:
        for collection in queryset:
            removal.remove_collection(collection)

    def get_deleted_objects(self, objs: Sequence[Collection], request: HttpRequest) -> Summary:
        collections = [collection.pk for collection in objs]
        counts = {
            model._meta.verbose_name_plural: model._default_manager.filter(collection__in=collections).count()
            for model in (Document, WebSource)
        }
        return summary(self, request, objs, {name: number for name, number in counts.items() if number})
