from __future__ import annotations

from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from knowledge.models.document import Document

UNCERTAIN_CONFIDENCE = 0.9


class Recognition(models.TextChoices):
    """How text came from a page that has none."""

    CERTAIN = "certain", _("read by OCR")
    UNCERTAIN = "uncertain", _("read by OCR, uncertain in places")


class ScannedLine(NamedTuple):
    text: str
    confidence: float
    """0 to 1"""
    words: list[list[float]]
    """of each word left, top, right and bottom, in shares of the page as it is shown"""

    @property
    def is_uncertain(self) -> bool:
        return self.confidence < UNCERTAIN_CONFIDENCE


class ScannedPage(models.Model):
    """A page of a document that was read by text recognition: its lines where they stand, or why it was not read."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="scanned_pages")
    number = models.PositiveIntegerField(_("page"))
    # [[text, confidence, [[left, top, right, bottom], …]], …], as ScannedLine.
    lines = models.JSONField(default=list)
    confidence = models.FloatField(_("confidence"), null=True)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        ordering = ["document", "number"]
        verbose_name = _("page read by text recognition")
        verbose_name_plural = _("pages read by text recognition")
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="one_scanned_page_per_number")]

    def __str__(self) -> str:
        return f"{self.document_id}/{self.number}"

    def read_lines(self) -> list[ScannedLine]:
        return [ScannedLine(*line) for line in self.lines]

    @property
    def recognition(self) -> Recognition | None:
        """Of most of the page; None where nothing was read. A stamp beside the text says little of it."""
        if self.confidence is None:
            return None
        return Recognition.UNCERTAIN if self.confidence < UNCERTAIN_CONFIDENCE else Recognition.CERTAIN
