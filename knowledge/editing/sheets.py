"""The table of documents' metadata: which columns it has, and what a row of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from import_export import fields, resources, widgets

from knowledge.ingestion import intake
from knowledge.ingestion.metadata import language_code
from knowledge.models import Document
from knowledge.text.dates import academic_year, parse_date

EDITED = (
    "title", "course", "academic_year", "programme", "publisher", "language", "categories", "visibility", "url",
    "published_on", "modified_on", "valid_from", "valid_until",
)  # fmt: skip
SHOWN = ("collection", "identifier", "file_name", "state")
"""to tell a person which document it is; what stands there is not read back"""
COLUMNS = ("id", *SHOWN, *EDITED)
# A spreadsheet takes what begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SEPARATOR = "|"


def neutral(text: str) -> str:
    """As a cell that no program calculates."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def plain(text: str) -> str:
    """What `neutral` made it of."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA) else text


class Day(widgets.Widget):
    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> Any:
        day = parse_date(value) if value else None
        if value and day is None:
            raise ValueError(gettext("“{text}” is no date; write it as 2026-09-01.").format(text=value[:60]))
        return day


class Year(widgets.Widget):
    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> str:
        year = academic_year(value)
        if value and not year:
            raise ValueError(gettext("Write two years that follow each other, for example 2025-2026."))
        return year


class Code(widgets.Widget):
    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> str:
        code = language_code(value)
        if value and not code:
            raise ValueError(gettext("“{text}” is no code of a language such as gl, es or en.").format(text=value[:60]))
        return code


class Listed(widgets.Widget):
    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> list[str]:
        return list(dict.fromkeys(item.strip() for item in value.split(_SEPARATOR) if item.strip()))

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        return _SEPARATOR.join(value or ())


_WIDGETS = {"categories": Listed, "academic_year": Year, "language": Code} | dict.fromkeys(
    ("published_on", "modified_on", "valid_from", "valid_until"), Day
)


class DocumentResource(resources.ModelResource):
    """Rows change documents that exist; whatever a worker writes of them is left alone."""

    collection = fields.Field("collection__slug", "collection", readonly=True)
    identifier = fields.Field("external_id", "identifier", readonly=True)
    state = fields.Field("get_state_display", "state", readonly=True)
    file_name = fields.Field("file_name", "file_name", readonly=True)

    class Meta:
        model = Document
        fields = ("id", *SHOWN, *EDITED)
        export_order = COLUMNS
        import_id_fields = ("id",)
        skip_unchanged = True
        report_skipped = False
        clean_model_instances = True
        store_instance = True
        skip_html_diff = True
        use_transactions = True

    def __init__(self) -> None:
        super().__init__()
        for name, widget in _WIDGETS.items():
            self.fields[name].widget = widget()
        self._seen: set[str] = set()
        self._changed: list[str] = []

    def get_instance(self, instance_loader: Any, row: Mapping[str, str]) -> Document:
        """ValidationError where the row is of no document, of another one, or of one that was there before."""
        key = row.get("id", "").strip()
        document = Document.objects.filter(pk=int(key)).first() if key.isdecimal() and len(key) < 19 else None
        if document is None:
            raise ValidationError({"id": gettext("There is no document “{id}”.").format(id=key[:40])})
        if key in self._seen:
            raise ValidationError({"id": gettext("The document stands in two rows.")})
        self._seen.add(key)
        if row.get("identifier", document.external_id) != document.external_id:
            text = gettext("The document is “{name}”, not “{other}”: export the table anew.")
            said = text.format(name=document.external_id, other=row["identifier"][:80])
            raise ValidationError({"identifier": said})
        return document

    def skip_row(self, instance: Document, original: Document, row: Any, import_validation_errors: Any = None) -> bool:
        self._changed = [name for name in EDITED if getattr(instance, name) != getattr(original, name)]
        return not self._changed and not import_validation_errors

    def do_instance_save(self, instance: Document, is_create: bool) -> None:
        intake.correct(instance, self._changed)

    def after_import_row(self, row: Any, row_result: Any, **kwargs: Any) -> None:
        row_result.number = kwargs["row_number"]

    def export_field(self, field: Any, instance: Document, **kwargs: Any) -> str:
        value = super().export_field(field, instance, **kwargs)
        return neutral("".join(letter for letter in str(value) if letter >= " "))
