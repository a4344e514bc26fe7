from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chat.models.conversation import Conversation


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Share(models.Model):
    """A link by which others read a conversation, as it stood when it was shared, until a day or until taken back."""

    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="shares")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("shared conversation")
        verbose_name_plural = _("shared conversations")

    def __str__(self) -> str:
        return str(self.conversation)
