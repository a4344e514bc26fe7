from __future__ import annotations

from bisect import bisect_right

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from knowledge.models.collection import Collection
from knowledge.models.document import Document


class Section(models.Model):
    """A titled part of a document, at most Collection.section_tokens long: what the generator reads."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="sections")
    position = models.PositiveIntegerField()
    title = models.CharField(max_length=500, blank=True)
    path = models.CharField(max_length=1000, blank=True, help_text=_("titles from the document down, joined by ›"))
    text = models.TextField()
    # [[offset, page], …]: from this character of `text` on, the page (from 1) it stands on; empty without pages.
    page_breaks = models.JSONField(default=list)
    # [[offset, number], …] as page_breaks, of a presentation's slides or a sheet's rows.
    places = models.JSONField(default=list)
    # [[kind, start, end, group], …] over whole lines of `text`; empty until the document is indexed again.
    blocks = models.JSONField(default=list)
    categories = ArrayField(models.CharField(max_length=80), default=list)

    class Meta:
        ordering = ["document", "position"]
        constraints = [models.UniqueConstraint(fields=["document", "position"], name="one_section_per_position")]

    def __str__(self) -> str:
        return self.path or self.title

    def page_at(self, offset: int) -> int | None:
        return page_at(self.page_breaks, offset)


def page_at(page_breaks: list[list[int]], offset: int) -> int | None:
    """The page that character `offset` of a section stands on; None in a document without pages."""
    index = bisect_right([start for start, _page in page_breaks], offset) - 1
    return page_breaks[index][1] if index >= 0 else None


class Chunk(models.Model):
    """A stretch of a section, `section.text[start:end]`, small enough for the embedding model: what is searched."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="chunks")
    position = models.PositiveIntegerField(help_text=_("place in the document, from 0"))
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    text = models.TextField()
    context = models.CharField(max_length=1200, blank=True, help_text=_("title, section and date, indexed with it"))
    page = models.PositiveIntegerField(null=True)
    language = models.CharField(max_length=2)
    # sha256 of what is embedded (context and text): an unchanged chunk keeps its vector.
    text_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["document", "position"]
        constraints = [models.UniqueConstraint(fields=["document", "position"], name="one_chunk_per_position")]

    def __str__(self) -> str:
        return f"{self.document_id}/{self.position}"

    @property
    def indexed_text(self) -> str:
        return f"{self.context}\n{self.text}" if self.context else self.text
