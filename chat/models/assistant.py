from __future__ import annotations

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from chat.assistant_form import is_form
from chat.assistant_scope import is_scope
from chat.widget import origins
from knowledge.models import Collection, Language


class MappingField(models.JSONField):
    """JSON that is an object; its validators are asked about any other value, however empty."""

    empty_values = ()

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        return super().clean({} if value is None else value, model_instance)


class Assistant(models.Model):
    """One way of answering, configured and not programmed: which collections, which scope, which form."""

    slug = models.SlugField(_("slug"), unique=True)
    collections = models.ManyToManyField(Collection, verbose_name=_("collections"), related_name="assistants")
    position = models.PositiveSmallIntegerField(_("place in the list"), default=0)
    is_active = models.BooleanField(_("active"), default=True)
    top_k = models.PositiveSmallIntegerField(
        _("passages per search (k)"), default=12, validators=[MinValueValidator(1), MaxValueValidator(50)]
    )
    min_relevance = models.FloatField(
        _("certainty that an answer needs (0 to 1)"),
        default=0.25,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_(
            "Below it the answer is “not found”: higher leaves more questions unanswered, lower answers more of them"
            " wrongly."
        ),
    )
    history_length = models.PositiveSmallIntegerField(_("messages of history used"), default=6)
    # {"days": {"min": 1, "max": 30, "default": 3}, "budget": […], "travel_type": […], "interests": […]} or {}
    form = MappingField(_("form"), default=dict, blank=True, validators=[is_form])
    prompt_budget = models.PositiveIntegerField(
        _("prompt budget (tokens)"), default=512, validators=[MinValueValidator(1)]
    )
    # {"outside_terms": […], "only": "…", "general_knowledge": false, "guide": {…}}: docs/assistants.md
    scope = MappingField(_("scope"), default=dict, blank=True, validators=[is_scope])
    # {"generator": {"model": "provider:model", "base_url": …, "temperature": …, "max_tokens": …}, …}
    language_models = models.JSONField(
        _("language models"),
        default=dict,
        blank=True,
        help_text=_("By role; the rest comes from the settings."),
    )
    embed_origins = ArrayField(
        models.CharField(max_length=origins.MAX_LENGTH, validators=[origins.is_origin]),
        default=list,
        blank=True,
        verbose_name=_("pages that may show it"),
        help_text=_(
            "Origins of websites on which it may stand as a widget, one per line, such as https://dept.example.edu or"
            " https://*.example.edu. Empty: on none."
        ),
    )

    class Meta:
        ordering = ["position", "slug"]
        verbose_name = _("assistant")
        verbose_name_plural = _("assistants")

    def __str__(self) -> str:
        return self.slug

    def text_in(self, language: str | None = None) -> AssistantText:
        """What it says of itself in a language, else in the first language it has."""
        texts = {text.language: text for text in self.texts.all()}
        wanted = language or get_language() or ""
        return texts.get(wanted[:2]) or next(iter(texts.values()), AssistantText(assistant=self, name=self.slug))


class AssistantText(models.Model):
    """What a reader sees of an assistant, per language."""

    assistant = models.ForeignKey(Assistant, on_delete=models.CASCADE, related_name="texts")
    language = models.CharField(_("language"), max_length=2, choices=Language)
    name = models.CharField(_("name"), max_length=100)
    description = models.TextField(_("description"), blank=True)
    channel = models.CharField(
        _("official channel"),
        max_length=300,
        blank=True,
        help_text=_("Where to ask when an answer is refused or not found, for example an office and its address."),
    )
    suggestions = models.TextField(_("suggested questions"), blank=True, help_text=_("one per line"))
    unanswered = models.TextField(
        _("not suggested for now"),
        blank=True,
        editable=False,
        help_text=_("Suggested questions that the documents did not answer last night."),
    )

    class Meta:
        ordering = ["language"]
        verbose_name = _("text")
        verbose_name_plural = _("texts")
        constraints = [models.UniqueConstraint(fields=["assistant", "language"], name="one_text_per_language")]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"

    @property
    def all_suggestions(self) -> list[str]:
        return [line.strip() for line in self.suggestions.splitlines() if line.strip()]

    @property
    def suggested_questions(self) -> list[str]:
        """Those that the documents answer, as far as was tried."""
        withheld = self.withheld_suggestions
        return [question for question in self.all_suggestions if question not in withheld]

    @property
    def withheld_suggestions(self) -> list[str]:
        unanswered = self.unanswered.splitlines()
        return [question for question in self.all_suggestions if question in unanswered]
