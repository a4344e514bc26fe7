"""What is said of a document: when it is sent, when it is corrected, and when it is shown."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from interfaces.rest.base import ChoiceField
from knowledge.ingestion.messages import translated
from knowledge.ingestion.metadata import DocumentMetadata
from knowledge.models import Document, Language, Visibility, visibilities_of
from knowledge.text.dates import academic_year

SAID = (
    "title", "language", "course", "academic_year", "programme", "publisher", "categories", "visibility", "url",
    "published_on", "modified_on", "valid_from", "valid_until",
)  # fmt: skip


class MetadataSerializer(serializers.ModelSerializer):
    """What is given here stays, whatever the document says of itself; all of it may be left out."""

    language = ChoiceField(Language.choices, required=False, help_text="recognised where it is not given")
    academic_year = serializers.CharField(required=False, max_length=9, help_text="as 2025-2026")
    categories = serializers.ListField(child=serializers.CharField(max_length=80), required=False)
    visibility = ChoiceField(Visibility.choices, required=False)

    class Meta:
        model = Document
        fields = SAID
        extra_kwargs = {name: {"required": False} for name in SAID}

    def validate_academic_year(self, given: str) -> str:
        year = academic_year(given)
        if given and not year:
            raise serializers.ValidationError("Write two years that follow each other, for example 2025-2026.")
        return year


def metadata(given: dict[str, Any]) -> DocumentMetadata:
    """Of what a MetadataSerializer has read; what else is in it is left alone."""
    said = {name: given[name] for name in SAID if given.get(name)}
    return DocumentMetadata(**{**said, "categories": tuple(said.get("categories", ()))})


class DocumentSerializer(serializers.ModelSerializer):
    collection = serializers.SlugRelatedField("slug", read_only=True)
    url = serializers.CharField(read_only=True, help_text="where it is published; may be empty")
    error = serializers.SerializerMethodField(help_text="why it could not be read, and what to do")
    superseded_by = serializers.SerializerMethodField(help_text="identifier of the document that replaces it")

    class Meta:
        model = Document
        fields = (
            "id", "collection", "external_id", "file_name", "media_type", "size", "page_count", *SAID, "superseded_by",
            "version_of", "is_draft", "state", "progress", "error", "created_at", "updated_at", "indexed_at",
        )  # fmt: skip
        read_only_fields = fields

    def get_error(self, document: Document) -> str:
        return translated(document.error)

    def get_superseded_by(self, document: Document) -> str:
        """Nothing is said of a document that the reader may not see."""
        successor = document.superseded_by
        seen = successor is not None and successor.visibility in visibilities_of(self.context["request"].user)
        return successor.external_id if successor and seen else ""
