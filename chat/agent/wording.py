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


def said_before(quote: str, language: str) -> str:
    with override(language):
        return _("before: %(quote)s") % {"quote": quote}


def said_now(quote: str, language: str) -> str:
    with override(language):
        return _("now: %(quote)s") % {"quote": quote}


def only_now(quote: str, language: str) -> str:
    with override(language):
        return _("new: %(quote)s") % {"quote": quote}


def no_longer(quote: str, language: str) -> str:
    with override(language):
        return _("no longer: %(quote)s") % {"quote": quote}


def rest_of_changes(more: int, same: int, sections: int, language: str) -> str:
    """What is left out, and of how many sections nothing is told; of no sections where only a part was compared."""
    with override(language):
        said = [
            ngettext("%(more)d more difference is not shown.", "%(more)d more differences are not shown.", more)
            if more
            else "",
            ngettext(
                "Of %(sections)d section, %(same)d says the same.",
                "Of %(sections)d sections, %(same)d say the same.",
                sections,
            )
            if sections
            else "",
        ]
        return " ".join(filter(None, said)) % {"more": more, "same": same, "sections": sections}


def one_version(title: str, language: str) -> str:
    with override(language):
        return _("Of “%(title)s” there is only one version here, so nothing tells what has changed.") % {"title": title}
