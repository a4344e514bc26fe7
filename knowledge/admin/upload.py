"""The form for uploads in admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from knowledge.ingestion import intake
from knowledge.ingestion.extract.formats import EXTENSIONS, OF_MANY
from knowledge.languages import language_choices
from knowledge.models import Collection, Visibility
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


class MetadataForm(forms.Form):
    """What somebody says of what he sends; empty is not said."""

    visibility = forms.ChoiceField(
        label=_("Visible to"),
        required=False,
        choices=[("", _("as the document says, else as its collection")), *Visibility.choices],
    )
    course = forms.CharField(label=_("Course"), required=False, max_length=120)
    academic_year = forms.CharField(label=_("Academic year"), required=False, help_text=_("For example 2025-2026"))
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=lambda: [("", _("recognise it")), *language_choices()]
    )
    published_on = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput({"type": "date"}), help_text=_("Of publication.")
    )

    def clean_academic_year(self) -> str:
        return clean_academic_year(self.cleaned_data["academic_year"])

    def metadata(self) -> intake.DocumentMetadata:
        names = [name for name in MetadataForm.base_fields if self.cleaned_data[name]]
        return intake.DocumentMetadata(**{name: self.cleaned_data[name] for name in names})


class UploadForm(MetadataForm):
    collection = forms.ModelChoiceField(Collection.objects.all(), label=_("Collection"))
    files = FilesField(
        label=_("Files"), allow_empty_file=True, widget=FilesInput(attrs={"accept": ",".join((*EXTENSIONS, *OF_MANY))})
    )

    field_order = ["collection", "files"]
