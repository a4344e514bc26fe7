from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    CHAT = "chat", _("ask questions, and read and delete its owner's conversations")
    SEARCH = "search", _("search and read documents")
    INGEST = "ingest", _("add, change and delete documents")
    TRACES = "traces", _("read traces and feedback")
    EVALUATE = "evaluate", _("read and start evaluations")


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def valid(self) -> ApiTokenQuerySet:
        return self.filter(expires_at__gt=timezone.now(), user__is_active=True)


class ApiToken(models.Model):
    """What a program signs in with: it may do what its owner may do, within its scopes. Only a digest is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens", verbose_name=_("owner")
    )
    name = models.CharField(_("name"), max_length=100, help_text=_("What it is for, for example the program's name."))
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope), verbose_name=_("scopes"))
    # sha256 in hexadecimal: a token is 32 random bytes, which no dictionary holds, so it needs neither salt nor rounds.
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(_("begins with"), max_length=12, editable=False)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    last_used_at = models.DateTimeField(_("last used"), null=True, editable=False)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()


class KeptResponse(models.Model):
    """What a write with an Idempotency-Key was answered: who sends it again gets this, and nothing is done twice."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    # sha256 of method, path and body: the same key with another request is a mistake of the program.
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True, help_text="null while the first request is being answered")
    body = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_response_per_key")]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.key}"
