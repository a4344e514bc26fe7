import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from chat.models.assistant import Assistant
from chat.models.conversation import Message


class Trace(models.Model):
    """How one answer came to be: what reviewers read."""

    class Origin(models.TextChoices):
        CHAT = "chat", _("chat")
        API = "api", _("API")
        COMMAND = "command", _("command line")
        EVALUATION = "evaluation", _("evaluation")

    class Status(models.TextChoices):
        ANSWERED = "answered", _("answered")
        NOT_FOUND = "not_found", _("not found")
        REFUSED = "refused", _("refused")
        CLARIFY = "clarify", _("asked back")
        GENERAL = "general", _("conversation")
        FAILED = "failed", _("failed")
        STOPPED = "stopped", _("stopped")

    class Outcome(models.TextChoices):
        VALIDATED = "validated", _("validated")
        REGENERATED = "regenerated", _("regenerated")
        MAX_ATTEMPTS_REACHED = "max_attempts_reached", _("best of two attempts")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    message = models.OneToOneField(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="trace")
    assistant = models.ForeignKey(
        Assistant, on_delete=models.SET_NULL, null=True, related_name="traces", verbose_name=_("assistant")
    )
    origin = models.CharField(_("origin"), max_length=12, choices=Origin)
    question = models.TextField(_("question"))
    answer = models.TextField(_("answer"), blank=True)
    status = models.CharField(_("outcome"), max_length=12, choices=Status, blank=True, db_index=True)
    intent = models.CharField(_("intent"), max_length=20, blank=True, db_index=True)
    language = models.CharField(_("language"), max_length=2, blank=True)
    confidence = models.FloatField(_("confidence"), null=True)
    policy = models.JSONField(_("policy decision"), default=dict)
    queries = models.JSONField(_("queries"), default=list)
    retrieved = models.JSONField(_("passages"), default=list)
    # [{"name": node, "ms": float, "detail": {…}}, …] in order
    spans = models.JSONField(_("steps"), default=list)
    model_calls = models.JSONField(_("model calls"), default=list)
    # [{"text": …, "scores": {criterion: 0-1}, "total": …, "issues": […], "reasons": {…}, "findings": […], "by": …}, …]
    attempts = models.JSONField(_("attempts"), default=list)
    outcome = models.CharField(_("critic"), max_length=24, choices=Outcome, blank=True, db_index=True)
    degraded = models.JSONField(_("roles without their model"), default=list)
    entities = models.JSONField(_("entities"), default=dict)
    session = models.CharField(_("session"), max_length=64, blank=True, db_index=True)
    cost = models.FloatField(_("cost (USD)"), default=0)
    error = models.TextField(_("error"), blank=True)
    milliseconds = models.FloatField(_("ms"), default=0)
    # A person has seen that it found nothing, and done what there was to do.
    settled_at = models.DateTimeField(_("settled"), null=True, editable=False)
    created_at = models.DateTimeField(_("asked at"), auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("trace")
        verbose_name_plural = _("traces")

    def __str__(self) -> str:
        return self.question[:80]
