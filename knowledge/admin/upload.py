"""Uploads in admin: one file or many, each of which fails or is taken in alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from knowledge.ingestion import intake
from knowledge.ingestion.extract.errors import ExtractionError, TooLarge
from knowledge.ingestion.extract.formats import EXTENSIONS
from knowledge.ingestion.messages import translated
from knowledge.languages import language_choices
from knowledge.models import Collection, Source, Visibility
from knowledge.text.dates import academic_year


def clean_academic_year(given: str) -> str:
    year = academic_year(given)
    if given and not year:
        raise forms.ValidationError(_("Write two years that follow each other, for example 2025-2026."))
    return year


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = data or [None]
        return [super(FilesField, self).clean(file, initial) for file in files]


class UploadForm(forms.Form):
    collection = forms.ModelChoiceField(Collection.objects.all(), label=_("Collection"))
    files = FilesField(
        label=_("Files"),
        allow_empty_file=True,
        widget=FilesInput(attrs={"accept": ",".join(EXTENSIONS)}),
        help_text=_(
            "PDF, Word (.docx), HTML, Markdown, plain text or pictures of pages (PNG, JPEG, TIFF), up to 100 at a "
            "time. A name such as algebra_2025-2026_es.pdf fills in course, academic year and language."
        ),
    )
    visibility = forms.ChoiceField(
        label=_("Visible to"),
        required=False,
        choices=[("", _("as the document says, else everybody")), *Visibility.choices],
    )
    course = forms.CharField(label=_("Course"), required=False, max_length=120)
    academic_year = forms.CharField(label=_("Academic year"), required=False, help_text=_("For example 2025-2026"))
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=lambda: [("", _("recognise it")), *language_choices()]
    )

    def clean_academic_year(self) -> str:
        return clean_academic_year(self.cleaned_data["academic_year"])

    def metadata(self) -> intake.DocumentMetadata:
        names = ("visibility", "course", "academic_year", "language")
        return intake.DocumentMetadata(**{name: self.cleaned_data[name] for name in names})


@dataclass
class Uploaded:
    receipts: list[intake.Receipt] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """the file's name and why, for a person"""

    @property
    def unchanged(self) -> int:
        return sum(not receipt.needs_indexing for receipt in self.receipts)


def take_in(files: Sequence[UploadedFile], collection: Collection, metadata: intake.DocumentMetadata) -> Uploaded:
    """Stores the files and has a worker index those that are new or changed."""
    source, _created = Source.objects.get_or_create(collection=collection, kind=Source.Kind.UPLOAD, location="")
    uploaded = Uploaded()
    for file in files:
        try:
            uploaded.receipts.append(_receive(file, collection, metadata, source))
        except ExtractionError as error:
            uploaded.refused.append(f"“{file.name}”: {translated(str(error))}")
    intake.queue(receipt.document_id for receipt in uploaded.receipts if receipt.needs_indexing)
    return uploaded


def _receive(
    file: UploadedFile, collection: Collection, metadata: intake.DocumentMetadata, source: Source
) -> intake.Receipt:
    # Told before its bytes are read: a file of many gigabytes is on disk, not in memory.
    if (file.size or 0) > settings.MAX_UPLOAD_MB * 1024 * 1024:
        raise TooLarge(f"{(file.size or 0) // (1024 * 1024)} MB > {settings.MAX_UPLOAD_MB} MB")
    return intake.receive(collection, file.name or "", file.read(), metadata=metadata, source=source)
