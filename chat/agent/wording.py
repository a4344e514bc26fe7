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


def what_changed(older: str, newer: str, language: str) -> str:
    """Above the changes from one version of a document to the next."""
    with override(language):
        return _("What changed from “%(older)s” to “%(newer)s”:") % {"older": older, "newer": newer}


def nothing_changed(older: str, newer: str, language: str) -> str:
    with override(language):
        return _("“%(older)s” and “%(newer)s” say the same about this:") % {"older": older, "newer": newer}


def columns_of_changes(language: str) -> tuple[str, str, str]:
    """Headers of the table of what changed: where, what it said before, what it says now."""
    with override(language):
        return _("Section"), _("Before"), _("Now")


def rest_of_changes(more: int, language: str) -> str:
    """How many are left out."""
    with override(language):
        said = ngettext("%(more)d more difference is not shown.", "%(more)d more differences are not shown.", more)
        return str(said) % {"more": more}


def one_version(title: str, language: str) -> str:
    with override(language):
        return _("Of “%(title)s” there is only one version here, so nothing tells what has changed.") % {"title": title}
