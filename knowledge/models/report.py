from django.db import models
from django.utils.translation import gettext_lazy as _

from knowledge.models.collection import Collection


class CorpusReport(models.Model):
    """What the documents of a collection, or of all, are like: counted by a worker and kept until it is made anew."""

    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("collection")
    )
    # As knowledge.corpus.report gives it; empty until it has been made once.
    data = models.JSONField(default=dict, editable=False)
    error = models.TextField(_("error"), blank=True, editable=False)
    asked_at = models.DateTimeField(_("asked for"), null=True, editable=False)
    made_at = models.DateTimeField(_("made"), null=True, editable=False)

    class Meta:
        ordering = ["collection__name"]
        verbose_name = _("corpus report")
        verbose_name_plural = _("corpus reports")
        constraints = [
            models.UniqueConstraint(fields=["collection"], nulls_distinct=False, name="one_report_per_collection")
        ]

    def __str__(self) -> str:
        return str(self.collection) if self.collection else str(_("all documents"))

    @property
    def is_being_made(self) -> bool:
        return self.asked_at is not None
