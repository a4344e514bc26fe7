from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from knowledge.models.document import Document


class Upload(models.Model):
    """What became of something that a person sent: a document, or the reason why there is none. Kept for some days, so
    that a page that is loaded again shows it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, null=True, related_name="+")
    name = models.CharField(_("file"), max_length=300)
    # Empty where it was taken in; else as Document.error.
    refusal = models.TextField(blank=True)
    was_known = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["user", "created_at"], name="uploads_of_user")]

    def __str__(self) -> str:
        return self.name
