"""One document taking the place of another, as a text says, until somebody confirms or rejects it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from knowledge.models.document import Document


class Replacement(models.Model):
    class State(models.TextChoices):
        PROPOSED = "proposed", pgettext_lazy("replacement", "proposed")
        CONFIRMED = "confirmed", pgettext_lazy("replacement", "confirmed")
        REJECTED = "rejected", pgettext_lazy("replacement", "rejected")

    old = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="replacements_by", verbose_name=_("document that is replaced")
    )
    new = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="replacements_of", verbose_name=_("document that replaces it")
    )
    sentence = models.TextField(_("sentence that says so"))
    stands_in = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+", verbose_name=_("stands in"))
    page = models.PositiveIntegerField(_("page"), null=True)
    confidence = models.FloatField(_("confidence"), help_text=_("0 to 1"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    found_at = models.DateTimeField(_("found"), auto_now_add=True)

    class Meta:
        ordering = ["-confidence", "pk"]
        verbose_name = _("replacement of a document")
        verbose_name_plural = _("replacements of documents")
        constraints = [models.UniqueConstraint(fields=["old", "new"], name="one_replacement_of_two_documents")]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"
