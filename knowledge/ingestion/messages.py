"""Stored errors in the language of the person who reads them."""

from django.utils.translation import gettext


def translated(error: str) -> str:
    """The sentence of an ExtractionError, translated, with its detail; any other text as it is."""
    sentence, _, detail = error.partition("\n")
    if not sentence:
        return ""
    return f"{gettext(sentence)} ({detail})" if detail else gettext(sentence)
