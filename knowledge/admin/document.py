"""Documents: uploads, progress and errors in the list, metadata that a person corrects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy, ngettext

from knowledge.admin import columns, life, scanned
from knowledge.admin.deletion import Summary, summary
from knowledge.admin.editing import BulkEditing
from knowledge.admin.failures import FailureDesk
from knowledge.admin.filters import LanguageFilter, ValidityFilter, ValuesFilter
from knowledge.admin.preview import PreviewPage
from knowledge.admin.upload import clean_academic_year
from knowledge.admin.uploads import UploadDesk
from knowledge.ingestion import intake, removal
from knowledge.languages import language_choices
from knowledge.models import Chunk, Document, ScannedPage, Section, Visibility
from koalarag.folding import FoldedSearch

_MAX_SECTIONS = 200


class DocumentForm(forms.ModelForm):
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = language_choices(*filter(None, [self.instance.language]))
        self.fields["language"].choices = [("", "---------"), *known]

    def clean_academic_year(self) -> str:
        return clean_academic_year(self.cleaned_data["academic_year"])


@admin.register(Document)
class DocumentAdmin(columns.Columns, FoldedSearch, life.Life, PreviewPage, UploadDesk, FailureDesk, BulkEditing):
    form = DocumentForm
    list_display = ["name", "status", "collection", "language", "date"]
    list_display_links = ["name"]
    list_filter = [
        "state", "collection", ("source", admin.RelatedOnlyFieldListFilter), "visibility", ("language", LanguageFilter),
        ("academic_year", ValuesFilter), columns.FormatFilter, columns.GoneFilter, ValidityFilter, life.VersionFilter,
    ]  # fmt: skip
    list_select_related = ["collection"]
    list_per_page = 50
    search_fields = ["title", "external_id", "file_name", "course"]
    show_full_result_count = False
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    autocomplete_fields = ["superseded_by"]
    actions = [
        "edit_metadata", "export_csv", "export_xlsx", "index_again", "show_to_everybody", "show_to_students",
        "show_to_staff",
    ]  # fmt: skip
    readonly_fields = [
        "status_text", "file", "collection", "source", "external_id", "indexed_at", "updated_at", "extent",
        "other_addresses",
    ]  # fmt: skip
    fieldsets = [
        (None, {"fields": ["status_text", "file", "extent", ("collection", "external_id"), "source"]}),
        (
            gettext_lazy("Metadata"),
            {
                "fields": [
                    "title", ("course", "academic_year"), ("programme", "language"), "publisher", "categories",
                    "visibility", "url", "other_addresses",
                    ("published_on", "modified_on"), ("valid_from", "valid_until"), "superseded_by",
                ],
                "description": gettext_lazy("What you change here stays, whatever the document says of itself."),
            },
        ),
    ]  # fmt: skip
    change_list_template = "admin/knowledge/document/change_list.html"
    change_form_template = "admin/knowledge/document/change_form.html"

    class Media:
        css = {"all": ["knowledge/admin.css", "knowledge/diff.css"]}
        js = ["knowledge/admin_progress.js"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Document]:
        chunks = Chunk.objects.filter(document=OuterRef("pk")).order_by().values("document")
        counted = chunks.annotate(n=Count("pk")).values("n")
        unread = ScannedPage.objects.filter(document=OuterRef("pk")).exclude(error="").order_by().values("document")
        return (
            super()
            .get_queryset(request)
            .annotate(chunk_count=Subquery(counted), unread_pages=Subquery(unread.annotate(n=Count("pk")).values("n")))
        )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        pk = int(object_id) if object_id.isdecimal() else 0
        found = Section.objects.filter(document=pk).annotate(chunk_count=Count("chunks"))
        sections = list(found[:_MAX_SECTIONS])
        document = Document.objects.filter(pk=pk).first()
        context = {
            "sections": sections, "more_sections": found.count() - len(sections), "show_save_and_add_another": False,
            "scanned_pages": scanned.rows(pk), **life.shown(document), **(extra_context or {}),
        }  # fmt: skip
        return super().change_view(request, object_id, form_url, context)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Another document is chosen here, not made, changed or deleted."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "superseded_by":
            for link in ("can_add_related", "can_change_related", "can_delete_related"):
                setattr(field.widget, link, False)
        return field

    def save_model(self, request: HttpRequest, obj: Document, form: ModelForm[Any], change: bool) -> None:
        """Only what was changed is written: a worker may be writing the rest at this moment."""
        if intake.correct(obj, form.changed_data):
            self.message_user(request, gettext("The document is being indexed again with what you changed."))

    @admin.action(description=gettext_lazy("Index again"), permissions=["change"])
    def index_again(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        number = intake.again(documents)
        text = ngettext("%d document is being indexed again.", "%d documents are being indexed again.", number)
        self.message_user(request, text % number)

    @admin.action(description=gettext_lazy("Make visible to everybody"), permissions=["change"])
    def show_to_everybody(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        self._show_to(request, documents, Visibility.PUBLIC)

    @admin.action(description=gettext_lazy("Make visible to signed-in students"), permissions=["change"])
    def show_to_students(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        self._show_to(request, documents, Visibility.STUDENT)

    @admin.action(description=gettext_lazy("Make visible to staff alone"), permissions=["change"])
    def show_to_staff(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        self._show_to(request, documents, Visibility.STAFF)

    def _show_to(self, request: HttpRequest, documents: QuerySet[Document], visibility: Visibility) -> None:
        number = 0
        for document in documents:
            document.visibility = visibility
            intake.correct(document, ["visibility"])
            number += 1
        text = ngettext(
            "%(n)d document is now visible to: %(who)s.", "%(n)d documents are now visible to: %(who)s.", number
        )
        self.message_user(request, text % {"n": number, "who": visibility.label})

    def delete_model(self, request: HttpRequest, obj: Document) -> None:
        removal.remove(Document.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> None:
        removal.remove(queryset)

    def get_deleted_objects(self, objs: Sequence[Document], request: HttpRequest) -> Summary:
        return summary(self, request, objs, {})
