from __future__ import annotations

from datetime import date

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Func, Q
from django.utils.translation import gettext_lazy as _

from knowledge.ingestion.metadata import MAX_IGNORED, MAX_PUBLISHER, MAX_TITLE
from knowledge.models.collection import Collection, Source


class Visibility(models.TextChoices):
    PUBLIC = "public", _("everybody")
    STUDENT = "student", _("signed-in students")
    STAFF = "staff", _("staff")


def stricter(one: str, other: str) -> str:
    """Of two visibilities the one for fewer."""
    return max(one, other, key=Visibility.values.index)


class State(models.TextChoices):
    WAITING = "waiting", _("waiting")
    PROCESSING = "processing", _("processing")
    INDEXED = "indexed", _("indexed")
    FAILED = "failed", _("failed")


def visibilities_of(user: AbstractBaseUser | AnonymousUser | None) -> tuple[str, ...]:
    """The only place that says who may see what."""
    if user is None or not user.is_authenticated:
        return (Visibility.PUBLIC.value,)
    if user.has_perm("knowledge.view_document"):  # type: ignore[union-attr]
        return tuple(Visibility.values)
    return (Visibility.PUBLIC.value, Visibility.STUDENT.value)


class DocumentQuerySet(models.QuerySet["Document"]):
    def visible_to(self, user: AbstractBaseUser | AnonymousUser | None) -> DocumentQuerySet:
        visibilities = visibilities_of(user)
        found = self.filter(visibility__in=visibilities)
        return found if Visibility.STAFF in visibilities else found.filter(is_draft=False)

    def reachable_by(self, user: AbstractBaseUser | AnonymousUser | None) -> DocumentQuerySet:
        """By their address: for readers, what an assistant reads to them. Whoever manages documents reaches all."""
        visible = self.visible_to(user)
        if Visibility.STAFF in visibilities_of(user):
            return visible
        return visible.filter(collection__in=Collection.objects.filter(assistants__is_active=True))

    def in_force_on(self, day: date) -> DocumentQuerySet:
        started = Q(valid_from__isnull=True) | Q(valid_from__lte=day)
        not_ended = Q(valid_until__isnull=True) | Q(valid_until__gte=day)
        return self.filter(started & not_ended, superseded_by__isnull=True)

    def present(self) -> DocumentQuerySet:
        """Without drafts, and those that their website has no more."""
        return self.filter(gone_since__isnull=True, is_draft=False)

    def current(self) -> DocumentQuerySet:
        """Without their other versions, former ones and those that wait."""
        return self.filter(version_of__isnull=True)

    def indexed(self) -> DocumentQuerySet:
        return self.present().filter(indexed_at__isnull=False)


class Document(models.Model):
    """One file or record. Its bytes are in DocumentContent, its text in sections."""

    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="documents", verbose_name=_("collection")
    )
    source = models.ForeignKey(
        Source, on_delete=models.SET_NULL, null=True, blank=True, related_name="documents", verbose_name=_("source")
    )
    external_id = models.CharField(
        _("identifier"), max_length=300, help_text=_("Unique in its collection; a file's name unless told otherwise.")
    )
    title = models.CharField(_("title"), max_length=MAX_TITLE, blank=True)
    file_name = models.CharField(_("file name"), max_length=300)
    media_type = models.CharField(_("format"), max_length=100)
    content_hash = models.CharField(_("content hash"), max_length=64, editable=False)
    size = models.PositiveBigIntegerField(_("size in bytes"), default=0, editable=False)
    page_count = models.PositiveIntegerField(_("pages"), default=0, editable=False)
    url = models.URLField(_("address"), max_length=1000, blank=True)

    language = models.CharField(_("language"), max_length=2, blank=True)
    course = models.CharField(_("course"), max_length=120, blank=True, db_index=True)
    academic_year = models.CharField(_("academic year"), max_length=9, blank=True, db_index=True)
    programme = models.CharField(_("programme"), max_length=200, blank=True)
    publisher = models.CharField(
        _("institution"),
        max_length=MAX_PUBLISHER,
        blank=True,
        help_text=_("Whose document it is, such as a university, in words that questions about it use."),
    )
    categories = ArrayField(models.CharField(max_length=80), default=list, blank=True, verbose_name=_("categories"))
    visibility = models.CharField(_("visible to"), max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    modified_on = models.DateField(_("modified on"), null=True, blank=True)
    published_on = models.DateField(_("published on"), null=True, blank=True)
    valid_from = models.DateField(_("valid from"), null=True, blank=True)
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    superseded_by = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="supersedes",
        verbose_name=_("superseded by"),
    )
    # The document that this row is another version of: a former one, superseded by it, or a draft that waits.
    version_of = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        editable=False,
        related_name="versions",
        verbose_name=_("version of"),
    )
    # When another version took the place of this one.
    replaced_at = models.DateTimeField(_("replaced at"), null=True, editable=False)
    # When staff were told that its last day comes, or has gone.
    expiry_told_on = models.DateField(null=True, editable=False)
    # Indexed, but in no answer: only staff reach it.
    is_draft = models.BooleanField(_("draft"), default=False, editable=False)
    # Fields above that a person or a caller set: what the document says of itself does not replace them.
    given = ArrayField(models.CharField(max_length=30), default=list, editable=False)
    # What its front matter declares and nobody understands, as `key: value`: for staff, it limits nothing.
    ignored_metadata = ArrayField(models.CharField(max_length=MAX_IGNORED), default=list, editable=False)

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING, db_index=True)
    progress = models.PositiveSmallIntegerField(_("progress %"), default=0)
    error = models.TextField(_("error"), blank=True)
    # How often a worker began with it and neither finished nor said why not: it died.
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    # How often in a row reading it failed, and since when a person wants to hear no more of that.
    failures = models.PositiveSmallIntegerField(default=0, editable=False)
    ignored_at = models.DateTimeField(null=True, editable=False)
    # Set aside by its group, because it makes so many passages that the others would wait for it.
    is_large = models.BooleanField(default=False, editable=False)
    # When a worker last did something for it.
    worked_at = models.DateTimeField(null=True, editable=False, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    indexed_at = models.DateTimeField(_("indexed at"), null=True, blank=True)
    # Kept with all its passages, but out of searches: its website has it no more.
    gone_since = models.DateTimeField(_("gone from its website since"), null=True, blank=True, editable=False)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ["title", "external_id"]
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        constraints = [models.UniqueConstraint(fields=["collection", "external_id"], name="one_document_per_id")]

    def __str__(self) -> str:
        return self.title or self.file_name

    @property
    def dated(self) -> date | None:
        """The day the information is of: what a reader is told."""
        return self.published_on or self.modified_on or self.valid_from


# What the driver holds of a value while it reads it is several times as much.
_PIECE_BYTES = 4 * 2**20


class DocumentContentQuerySet(models.QuerySet["DocumentContent"]):
    def read(self, document_id: int) -> bytearray:
        """The bytes of a document, or none, a few at a time."""
        data = bytearray()
        while piece := self._piece(document_id, len(data)):
            data += piece
        return data

    def _piece(self, document_id: int, start: int) -> bytes:
        substring = Func("data", start + 1, _PIECE_BYTES, function="substring", output_field=models.BinaryField())
        return self.filter(pk=document_id).values_list(substring, flat=True).first() or b""


class DocumentContent(models.Model):
    """The bytes of a document, in a table of their own so that lists never load them."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, primary_key=True, related_name="content")
    data = models.BinaryField()

    objects = DocumentContentQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.document_id}"

    def read(self) -> bytes:
        return bytes(self.data)


class FormerVersion(models.Model):
    """What a document was before other bytes were sent in its place: readers see this until those have been read."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, primary_key=True, related_name="former")
    data = models.BinaryField()
    # The columns of the row: name -> value.
    row = models.JSONField(encoder=DjangoJSONEncoder)
    # What a caller wants from then on: until then the stricter one holds. Empty where nobody said anything.
    visibility_after = models.CharField(max_length=10, blank=True)

    def __str__(self) -> str:
        return f"{self.document_id}"
