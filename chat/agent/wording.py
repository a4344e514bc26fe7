"""Our own words in what is put together from quotations, in the language of the question."""

from django.utils.translation import gettext, ngettext, override


def _(message: str) -> str:
    """Django's gettext has no types; the name is what makemessages looks for."""
    return str(gettext(message))


def summary_of(topic: str, documents: int, language: str) -> str:
    with override(language):
        said = ngettext(
            "The key points on “%(topic)s”, from %(number)d document:",
            "The key points on “%(topic)s”, from %(number)d documents:",
            documents,
        )
        return str(said) % {"topic": topic, "number": documents}


def in_common(words: str, language: str) -> str:
    with override(language):
        return _("**In common:** %(words)s") % {"words": words}


def differences(words: str, language: str) -> str:
    with override(language):
        return _("**They differ in:** %(words)s") % {"words": words}
