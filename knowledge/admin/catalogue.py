"""The catalogue: programmes, courses and people, by hand or from a CSV file."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from knowledge.admin.catalogue_import import import_page
from knowledge.catalogue.kinds import COURSES, PEOPLE, PROGRAMMES, Kind
from knowledge.models import Course, Person, Programme
from knowledge.models.catalogue import LANGUAGES
from koalarag.folding import FoldedSearch

_ORIGIN = (
    _("Where the data come from"),
    {"fields": [("source", "source_date"), "source_url", "academic_year", "updated_at"]},
)


class CatalogueAdmin(FoldedSearch):
    kind: Kind
    change_list_template = "admin/knowledge/catalogue/change_list.html"
    readonly_fields = ["updated_at"]
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    list_per_page = 100

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.import_view)
        return [path("import/", view, name=f"knowledge_{self.opts.model_name}_import"), *super().get_urls()]

    def import_view(self, request: HttpRequest) -> HttpResponse:
        return import_page(request, self, self.kind)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        may_import = self.has_add_permission(request) and self.has_change_permission(request)
        address = f"admin:knowledge_{self.opts.model_name}_import" if may_import else ""
        return super().changelist_view(request, {**(extra_context or {}), "import_address": address})


class CoursesOfProgramme(admin.TabularInline):
    model = Course.programmes.through
    autocomplete_fields = ["course"]
    extra = 0
    verbose_name = _("course")
    verbose_name_plural = _("courses")


class PeopleOfCourse(admin.TabularInline):
    model = Person.courses.through
    autocomplete_fields = ["person"]
    extra = 0
    verbose_name = _("person")
    verbose_name_plural = _("people")


@admin.register(Programme)
class ProgrammeAdmin(CatalogueAdmin):
    kind = PROGRAMMES
    list_display = ["code", "name_gl", "name_es", "name_en", "source", "source_date"]
    list_filter = ["academic_year"]
    search_fields = ["code", "name_gl", "name_es", "name_en", "aliases"]
    inlines = [CoursesOfProgramme]
    fieldsets = [(None, {"fields": ["code", "name_gl", "name_es", "name_en", "aliases"]}), _ORIGIN]


@admin.register(Course)
class CourseAdmin(CatalogueAdmin):
    kind = COURSES
    list_display = ["code", "name_gl", "name_es", "name_en", "ects", "study_year", "semester", "source_date"]
    list_filter = ["programmes", "study_year", "semester", "academic_year"]
    search_fields = ["code", "name_gl", "name_es", "name_en", "aliases"]
    autocomplete_fields = ["programmes"]
    inlines = [PeopleOfCourse]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "code", "name_gl", "name_es", "name_en", "aliases", "programmes",
                    ("ects", "study_year", "semester"), "url",
                ]
            },
        ),
        _ORIGIN,
    ]  # fmt: skip


@admin.register(Person)
class PersonAdmin(CatalogueAdmin):
    kind = PEOPLE
    list_display = ["name", "role", "email", "office", "source_date"]
    list_filter = ["courses__programmes", "academic_year"]
    search_fields = ["name", "aliases", "email", "office", "courses__code", "courses__name_es", "courses__name_gl"]
    autocomplete_fields = ["courses"]
    prepopulated_fields = {"identifier": ["name"]}
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "name", "identifier", "aliases", "role_gl", "role_es", "role_en", "email", "office", "hours_gl",
                    "hours_es", "hours_en", "courses",
                ],
                "description": _("Only what the organisation publishes about people in their office."),
            },
        ),
        _ORIGIN,
    ]  # fmt: skip

    @admin.display(description=pgettext_lazy("of a person", "role"))
    def role(self, person: Person) -> str:
        languages = (get_language() or "", *LANGUAGES)
        return next((said for language in languages if (said := getattr(person, f"role_{language}", ""))), "")
