from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Language(models.TextChoices):
    GALICIAN = "gl", _("Galician")
    SPANISH = "es", _("Spanish")
    ENGLISH = "en", _("English")


class Publishing(models.TextChoices):
    """When readers see what comes in."""

    AT_ONCE = "at_once", _("at once")
    CHANGES_WAIT = "changes", _("new documents at once, new versions after approval")
    ALL_WAIT = "all", _("new documents and new versions after approval")


class Collection(models.Model):
    """Documents that are searched together, and how they are cut and searched."""

    slug = models.SlugField(_("slug"), unique=True)
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True)
    language = models.CharField(
        _("main language"),
        max_length=2,
        choices=Language,
        default=Language.SPANISH,
        help_text=_("Used where the language of a text cannot be told."),
    )
    alpha = models.FloatField(
        _("weight of BM25 (α)"),
        default=1.6,
        validators=[MinValueValidator(0), MaxValueValidator(20)],
        help_text=_("score = dense + α · BM25, both normalised"),
    )
    chunk_tokens = models.PositiveIntegerField(
        _("chunk size (tokens)"),
        default=180,
        validators=[MinValueValidator(32), MaxValueValidator(220)],
        help_text=_("What is searched; it must fit the embedding model's window of 256 with its context line."),
    )
    chunk_overlap = models.PositiveIntegerField(
        _("chunk overlap (tokens)"), default=30, validators=[MaxValueValidator(100)]
    )
    section_tokens = models.PositiveIntegerField(
        _("section size (tokens)"),
        default=2048,
        validators=[MinValueValidator(128), MaxValueValidator(8192)],
        help_text=_("The most that is read around a chunk that was found."),
    )
    section_categories = models.JSONField(
        _("categories by section title"),
        default=dict,
        blank=True,
        help_text=_('For example {"Climate": ["Pleasant weather"]}'),
    )
    # The values of Visibility, which needs this module.
    visibility = models.CharField(
        _("visible to"),
        max_length=10,
        choices=[("public", _("everybody")), ("student", _("signed-in students")), ("staff", _("staff"))],
        default="public",
        help_text=_("Documents that say nothing else themselves."),
    )
    publishing = models.CharField(
        _("published"),
        max_length=10,
        choices=Publishing,
        default=Publishing.AT_ONCE,
        help_text=_("While a new version waits, answers come from the one before."),
    )
    versions_kept = models.PositiveSmallIntegerField(
        _("former versions kept"),
        default=10,
        validators=[MaxValueValidator(100)],
        help_text=_("Of each document, pages of websites too, to be cited as superseded. 0: none."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("collection")
        verbose_name_plural = _("collections")

    def __str__(self) -> str:
        return self.name


class Source(models.Model):
    """Where documents of a collection come from."""

    class Kind(models.TextChoices):
        UPLOAD = "upload", _("uploads")
        FILES = "files", _("files of a folder")
        WEB = "web", _("website")

    collection = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="sources", verbose_name=_("collection")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.UPLOAD)
    location = models.CharField(_("location"), max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        constraints = [
            models.UniqueConstraint(fields=["collection", "kind", "location"], name="one_source_per_location")
        ]

    def __str__(self) -> str:
        return f"{self.collection}: {self.location or self.get_kind_display()}"
