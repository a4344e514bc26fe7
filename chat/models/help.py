from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from chat import help_text
from chat.models.assistant import Assistant
from knowledge.models import Language


class HelpCard(models.Model):
    """Whom somebody who may need a person is told of, before anything else."""

    class Kind(models.TextChoices):
        EMERGENCY = "emergency", _("emergency")
        DISTRESS = "distress", _("distress")
        HARASSMENT = "harassment", _("harassment, violence or discrimination")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    assistants = models.ManyToManyField(
        Assistant, blank=True, verbose_name=_("assistants"), help_text=_("All of them, where none is chosen.")
    )
    text_gl = models.TextField(_("text in Galician"), help_text=_("Markdown: names, telephones, opening hours."))
    text_es = models.TextField(_("text in Spanish"))
    text_en = models.TextField(_("text in English"))

    class Meta:
        ordering = ["kind"]
        verbose_name = _("help card")
        verbose_name_plural = _("help cards")

    def __str__(self) -> str:
        return str(self.get_kind_display())

    def clean(self) -> None:
        names = (f"text_{language}" for language in Language.values)
        wrong = {name: list(help_text.problems(getattr(self, name))) for name in names}
        if any(wrong.values()):
            raise ValidationError({name: found for name, found in wrong.items() if found})


def help_cards(assistant: Assistant) -> dict[str, str]:
    """ "distress.gl" -> the text; a card of this assistant's own comes before one for all of them."""
    for_all = HelpCard.objects.filter(assistants=None)
    own = HelpCard.objects.filter(assistants=assistant)
    return {
        f"{card.kind}.{language}": str(getattr(card, f"text_{language}")).strip()
        for card in (*for_all, *own)
        for language in Language.values
    }
