from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from chat.models.assistant import Assistant
from knowledge.models import Document, Recognition
from knowledge.places import Place, PlaceKind, said


class Conversation(models.Model):
    """Owned by a user, or by the session of somebody who has not signed in."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    assistant = models.ForeignKey(Assistant, on_delete=models.CASCADE, related_name="conversations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="conversations"
    )
    session_key = models.CharField(max_length=40, blank=True, db_index=True)
    title = models.CharField(_("title"), max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")

    def __str__(self) -> str:
        return self.title or str(self.id)


class Message(models.Model):
    """A question, or the answer to it."""

    class Role(models.TextChoices):
        USER = "user", _("question")
        ASSISTANT = "assistant", _("answer")

    class State(models.TextChoices):
        RUNNING = "running", _("being answered")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    role = models.CharField(max_length=10, choices=Role)
    state = models.CharField(max_length=10, choices=State, default=State.DONE)
    text = models.TextField(blank=True)
    # What came with a question: {"course": …, "academic_year": …, "language": …, "form": {…}}
    options = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=12, blank=True, help_text="answered, not_found, refused, clarify or general")
    intent = models.CharField(max_length=20, blank=True)
    language = models.CharField(max_length=2, blank=True)
    confidence = models.FloatField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        verbose_name = _("message")
        verbose_name_plural = _("messages")

    def __str__(self) -> str:
        return self.text[:80]


class MessageEvent(models.Model):
    """What happened while an answer was made, in order: whoever reconnects gets the events after the last it saw."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    payload = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["message", "sequence"]
        constraints = [models.UniqueConstraint(fields=["message", "sequence"], name="one_event_per_sequence")]

    def __str__(self) -> str:
        return f"{self.message_id}/{self.sequence}"


class Citation(models.Model):
    """A snapshot: it stays as it is when the document changes. Whether it is shown is decided when it is read
    (chat/withheld.py)."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="citations")
    number = models.PositiveSmallIntegerField()
    document = models.ForeignKey(Document, on_delete=models.SET_NULL, null=True, related_name="+")
    document_name = models.CharField(max_length=300, help_text="the document's external id")
    title = models.CharField(max_length=500, blank=True)
    section = models.CharField(max_length=1000, blank=True)
    page = models.PositiveIntegerField(null=True)
    place_kind = models.CharField(max_length=10, choices=PlaceKind, blank=True, help_text="in a document without pages")
    place = models.PositiveIntegerField(null=True, help_text="number of the slide, row or paragraph")
    quote = models.TextField()
    dated = models.CharField(max_length=40, blank=True, help_text="date or academic year of the information")
    url = models.URLField(max_length=1000, blank=True)
    recognition = models.CharField(max_length=10, choices=Recognition, blank=True, help_text="how a scan was read")

    class Meta:
        ordering = ["message", "number"]
        constraints = [models.UniqueConstraint(fields=["message", "number"], name="one_citation_per_number")]

    def __str__(self) -> str:
        return f"[{self.number}] {self.title}"

    @property
    def said_place(self) -> str:
        """ "page 3", "slide 3", "row 12", "paragraph 4", or nothing."""
        place = Place(PlaceKind(self.place_kind), self.place) if self.place_kind and self.place else None
        return said(self.page, place)


class Feedback(models.Model):
    class Verdict(models.TextChoices):
        UP = "up", _("useful")
        DOWN = "down", _("not useful")
        WRONG_CITATION = "wrong_citation", _("wrong citation")

    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="feedback")
    verdict = models.CharField(_("verdict"), max_length=20, choices=Verdict)
    comment = models.TextField(_("comment"), blank=True)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("feedback")
        verbose_name_plural = _("feedback")

    def __str__(self) -> str:
        return self.get_verdict_display()
