"""What changed in a document when other bytes came in its place."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from knowledge.models.document import Document, Visibility, visibilities_of


class ChangeQuerySet(models.QuerySet["DocumentChange"]):
    def waiting(self) -> ChangeQuerySet:
        return self.filter(state=DocumentChange.State.WAITING)

    def readable_by(self, user: AbstractBaseUser | AnonymousUser | None) -> ChangeQuerySet:
        """Published ones of documents that they reach, and that said nothing then which they may not see."""
        documents = Document.objects.reachable_by(user).present()
        published = self.filter(state=DocumentChange.State.PUBLISHED, document__in=documents)
        return published.filter(visibility__in=visibilities_of(user))


class DocumentChange(models.Model):
    """The difference between two versions, kept even where the versions are not."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for approval")
        PUBLISHED = "published", _("published")
        REJECTED = "rejected", _("rejected")

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="changes", verbose_name=_("document"))
    former = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("former version")
    )
    proposed = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("version that waits")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PUBLISHED)
    # The stricter one of both versions.
    visibility = models.CharField(_("visible to"), max_length=10, choices=Visibility)
    # As knowledge.versions.diff.Difference.as_stored.
    differences = models.JSONField(default=list)
    added = models.PositiveIntegerField(_("added"), default=0)
    removed = models.PositiveIntegerField(_("removed"), default=0)
    changed = models.PositiveIntegerField(_("changed"), default=0)
    moved = models.PositiveIntegerField(_("moved"), default=0)
    found_at = models.DateTimeField(_("found"), auto_now_add=True)
    published_at = models.DateTimeField(_("published at"), null=True, db_index=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )

    objects = ChangeQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("change of a document")
        verbose_name_plural = _("changes of documents")

    def __str__(self) -> str:
        return f"{self.document} ({self.found_at:%Y-%m-%d})"
