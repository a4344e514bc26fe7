"""The catalogue: programmes, courses and people, official and public data only."""

from __future__ import annotations

from decimal import Decimal

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

ACADEMIC_YEAR = RegexValidator(r"^20\d\d-20\d\d$", _("Write the academic year as 2025-2026."))
LANGUAGES = ("gl", "es", "en")


class Entry(models.Model):
    """What every entry has: how else it is called, and where its data come from."""

    aliases = ArrayField(
        models.CharField(max_length=120),
        default=list,
        blank=True,
        verbose_name=_("also called"),
        help_text=_("Short names and acronyms, separated by commas."),
    )
    academic_year = models.CharField(
        _("academic year of the data"), max_length=9, blank=True, validators=[ACADEMIC_YEAR]
    )
    source = models.CharField(
        _("source"), max_length=300, help_text=_("The official publication that these data were taken from.")
    )
    source_url = models.URLField(_("address of the source"), max_length=1000, blank=True)
    source_date = models.DateField(_("date of the source"), null=True, blank=True)
    updated_at = models.DateTimeField(_("updated"), auto_now=True)

    class Meta:
        abstract = True


class Titled(Entry):
    """An entry whose name differs by language."""

    code = models.CharField(_("code"), max_length=30, unique=True)
    name_gl = models.CharField(_("name in Galician"), max_length=200, blank=True)
    name_es = models.CharField(_("name in Spanish"), max_length=200, blank=True)
    name_en = models.CharField(_("name in English"), max_length=200, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        names = [getattr(self, f"name_{language}") for language in (get_language() or "", *LANGUAGES) if language]
        return next(filter(None, names), self.code)

    def clean(self) -> None:
        if not (self.name_gl or self.name_es or self.name_en):
            raise ValidationError(gettext("Give the name in at least one language."))


class Programme(Titled):
    class Meta:
        ordering = ["code"]
        verbose_name = _("programme")
        verbose_name_plural = _("programmes")


class Course(Titled):
    programmes = models.ManyToManyField(Programme, blank=True, related_name="courses", verbose_name=_("programmes"))
    ects = models.DecimalField(
        _("ECTS credits"),
        max_digits=4,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.5"))],
    )
    study_year = models.PositiveSmallIntegerField(
        _("year of study"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(8)]
    )
    semester = models.PositiveSmallIntegerField(
        _("semester"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(2)]
    )
    url = models.URLField(_("address of the course guide"), max_length=1000, blank=True)

    class Meta:
        ordering = ["code"]
        verbose_name = _("course")
        verbose_name_plural = _("courses")


class Person(Entry):
    identifier = models.SlugField(
        _("identifier"), max_length=120, unique=True, help_text=_("Tells apart people of the same name.")
    )
    name = models.CharField(_("full name"), max_length=200)
    role_gl = models.CharField(_("role in Galician"), max_length=300, blank=True)
    role_es = models.CharField(_("role in Spanish"), max_length=300, blank=True)
    role_en = models.CharField(_("role in English"), max_length=300, blank=True)
    email = models.EmailField(
        _("public e-mail"),
        blank=True,
        help_text=_("The one that the organisation publishes, never a private one."),
    )
    office = models.CharField(_("office"), max_length=200, blank=True)
    hours_gl = models.CharField(_("tutoring hours in Galician"), max_length=300, blank=True)
    hours_es = models.CharField(_("tutoring hours in Spanish"), max_length=300, blank=True)
    hours_en = models.CharField(_("tutoring hours in English"), max_length=300, blank=True)
    courses = models.ManyToManyField(Course, blank=True, related_name="people", verbose_name=_("courses"))

    class Meta:
        ordering = ["name"]
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.name
