from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chat.models import Assistant
from chat.widget import origins


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


class LtiPlatform(models.Model):
    """A learning platform, such as a Moodle, whose courses may open our assistants."""

    name = models.CharField(_("name"), max_length=100)
    issuer = models.CharField(
        _("issuer"), max_length=255, help_text=_("Moodle calls it “Platform ID”: its own address.")
    )
    client_id = models.CharField(_("client ID"), max_length=255)
    deployments = ArrayField(
        models.CharField(max_length=255),
        verbose_name=_("deployment IDs"),
        help_text=_("Separated by commas. A launch from another deployment is refused."),
    )
    authentication_url = models.URLField(
        _("authentication request URL"),
        max_length=500,
        help_text=_("Where a student's browser is sent to be told apart."),
    )
    key_set_url = models.URLField(
        _("public keyset URL"), max_length=500, help_text=_("The keys that the platform signs with.")
    )
    assistant = models.ForeignKey(
        Assistant,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        verbose_name=_("assistant"),
        help_text=_("Where a link does not name one by its custom parameter “assistant”."),
    )
    keeps_accounts = models.BooleanField(
        _("students get an account"),
        default=True,
        help_text=_(
            "Without a password and without their name: they also get answers from documents for students. Else they"
            " are visitors."
        ),
    )
    is_active = models.BooleanField(_("active"), default=True)
    embed_origins = ArrayField(
        models.CharField(max_length=origins.MAX_LENGTH, validators=[origins.is_origin]),
        default=list,
        blank=True,
        verbose_name=_("pages that may show it"),
        help_text=_("Origins, one per line. Empty: that of the issuer."),
    )

    class Meta:
        ordering = ["name"]
        verbose_name = _("learning platform (LTI)")
        verbose_name_plural = _("learning platforms (LTI)")
        constraints = [models.UniqueConstraint(fields=["issuer", "client_id"], name="one_platform_per_client")]

    def __str__(self) -> str:
        return self.name

    @property
    def framing_origins(self) -> tuple[str, ...]:
        return tuple(self.embed_origins) or (origins.of(self.issuer),)


class LtiAccount(models.Model):
    """Who a subject of an issuer is here."""

    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lti_account")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="one_account_per_subject")]

    def __str__(self) -> str:
        return f"{self.issuer}: {self.subject}"


class LtiNonce(models.Model):
    """A launch that has been used: its token is worth nothing a second time."""

    nonce = models.CharField(max_length=64, primary_key=True)
    used_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.nonce
