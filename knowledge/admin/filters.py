"""Filters of the list of documents: by the calendar, and by values that need a name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext

from knowledge.languages import language_name
from knowledge.models import Document

SOON = timedelta(days=30)


class ValuesFilter(admin.AllValuesFieldListFilter):
    """The values that there are; documents without one have a line as well."""

    def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:
        shown = super().choices(changelist)
        yield next(shown)
        for choice in shown:
            yield {**choice, "display": self.named(str(choice["display"])) or pgettext("no value", "none")}

    def named(self, value: str) -> str:
        return value


class LanguageFilter(ValuesFilter):
    def named(self, value: str) -> str:
        return language_name(value)


class ValidityFilter(admin.SimpleListFilter):
    """Of documents that nothing has replaced."""

    title = gettext_lazy("validity")
    parameter_name = "validity"
    EXPIRED, EXPIRING = "expired", "expiring"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(self.EXPIRED, gettext_lazy("expired")), (self.EXPIRING, gettext_lazy("expires within 30 days"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Document]) -> QuerySet[Document]:
        match self.value():
            case self.EXPIRED:
                return expired(queryset)
            case self.EXPIRING:
                return expiring(queryset)
            case _:
                return queryset


def expired(documents: QuerySet[Document]) -> QuerySet[Document]:
    return _current(documents).filter(valid_until__lt=timezone.localdate())


def expiring(documents: QuerySet[Document]) -> QuerySet[Document]:
    today = timezone.localdate()
    return _current(documents).filter(valid_until__gte=today, valid_until__lte=today + SOON)


def _current(documents: QuerySet[Document]) -> QuerySet[Document]:
    return documents.filter(superseded_by__isnull=True, gone_since__isnull=True)
