from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from knowledge.models.collection import Collection
from knowledge.models.document import Document


class Follow(models.Model):
    """Somebody wants to be told when a document changes, or any of a collection."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, null=True, related_name="follows")
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, null=True, related_name="follows")
    # Of the mails: that of the page on which it was begun.
    language = models.CharField(max_length=2)
    # What was published since is still to be told.
    told_until = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "document"], name="one_follow_per_document"),
            models.UniqueConstraint(fields=["user", "collection"], name="one_follow_per_collection"),
            models.CheckConstraint(
                condition=Q(document__isnull=True) ^ Q(collection__isnull=True), name="follow_of_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return str(self.document or self.collection)
