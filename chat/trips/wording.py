"""Our own words in an itinerary, in the language of the question."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext, override

from chat.trips.wishes import Trip


def _(message: str) -> str:
    """Django's gettext has no types; the name is what makemessages looks for."""
    return str(gettext(message))


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
