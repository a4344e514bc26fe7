"""What is wrong with the settings of models, beyond what koalarag/checks.py can know."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from chat.agent.llm.prices import PricesUnreadable, prices
from koalarag.checks import SETTINGS


@register(SETTINGS)
def prices_are_readable(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    try:
        prices()
    except PricesUnreadable as error:
        hint = "Repair the file, or leave MODEL_PRICES_FILE empty for the table that comes with koalarag."
        return [Error(f"The prices of language models cannot be read: {error}", hint=hint, id="koalarag.E006")]
    return []
