"""Our own words in what is put together from quotations, in the language of the question."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext, override

from chat.trips.wishes import Trip


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


def assessment_of(title: str, language: str) -> str:
    with override(language):
        return _("What counts, according to “%(title)s”:") % {"title": title}


def bibliography_of(title: str, language: str) -> str:
    with override(language):
        return _("The bibliography, according to “%(title)s”:") % {"title": title}


def contact_of(name: str, language: str) -> str:
    with override(language):
        return _("%(name)s, according to the directory:") % {"name": name}


def steps_of(title: str, language: str) -> str:
    with override(language):
        return _("Step by step, according to “%(title)s”:") % {"title": title}


def page_of(url: str, language: str) -> str:
    with override(language):
        return _("The page itself: <%(url)s>") % {"url": url}


def trip(wishes: Trip, places: Sequence[str], language: str) -> str:
    with override(language):
        said = ngettext("A trip of %(days)d day: %(places)s.", "A trip of %(days)d days: %(places)s.", wishes.days)
        text = str(said) % {"days": wishes.days, "places": " → ".join(places)}
        values = ", ".join(value for value in (wishes.budget, wishes.travel_type, *wishes.interests) if value)
        return text + " " + _("As you wished: %(values)s.") % {"values": values} if values else text


def day(title: str, language: str) -> str:
    with override(language):
        return _("Day %(title)s") % {"title": title}


def days(first: int, last: int, title: str, language: str) -> str:
    with override(language):
        if first == last:
            return _("Day %(title)s") % {"title": f"{first} · {title}"}
        return _("Days %(first)d to %(last)d · %(title)s") % {"first": first, "last": last, "title": title}


def no_way(one: str, other: str, language: str) -> str:
    with override(language):
        return _("No document says how to get from %(one)s to %(other)s.") % {"one": one, "other": other}


def part(name: str, language: str) -> str:
    with override(language):
        parts = {
            "way": _("On the way"),
            "whole": _("All day"),
            "morning": _("Morning"),
            "afternoon": _("Afternoon"),
            "evening": _("Evening"),
            "free": _("free, to go back to what you liked best"),
            "events": _("Festivals and events: see which fall on your dates"),
            "transport": _("Getting around"),
            "stay": _("Where to stay"),
            "tips": _("Good to know"),
            "curiosities": _("To tell at home"),
        }
        return parts[name]
