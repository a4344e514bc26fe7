"""Our own words in an itinerary, in the language of the question."""

from collections.abc import Sequence
from datetime import date

from django.utils import formats
from django.utils.translation import gettext, ngettext, override

from chat.trips.plan import Notice


def _(message: str) -> str:
    """Django's gettext has no types; the name is what makemessages looks for."""
    return str(gettext(message))


def trip(days: int, places: Sequence[str], language: str) -> str:
    with override(language):
        said = ngettext("A trip of %(days)d day: %(places)s.", "A trip of %(days)d days: %(places)s.", days)
        return str(said) % {"days": days, "places": " → ".join(places)}


def wished(budget: str, values: Sequence[str], language: str) -> str:
    with override(language):
        money = [_("%(value)s budget") % {"value": budget[:1].lower() + budget[1:]}] if budget else []
        values = [*money, *values]
        return _("As you wished: %(values)s.") % {"values": ", ".join(values)} if values else ""


def no_guide(name: str, places: Sequence[str], language: str) -> str:
    with override(language):
        return _("There is no guide to %(name)s. There are guides to: %(places)s.") % {
            "name": name,
            "places": ", ".join(places),
        }


def day(number: int, place: str, language: str) -> str:
    with override(language):
        return _("Day %(title)s") % {"title": f"{number} · {place}"}


def dated(day: date, language: str) -> str:
    with override(language):
        return f"{formats.date_format(day, 'l')}, {formats.date_format(day, 'DATE_FORMAT')}"


def way(one: str, other: str, language: str) -> str:
    with override(language):
        return _("From %(one)s to %(other)s") % {"one": one, "other": other}


def no_way(one: str, other: str, language: str) -> str:
    with override(language):
        return _("No document says how to get from %(one)s to %(other)s.") % {"one": one, "other": other}


def free(part: str, language: str) -> str:
    with override(language):
        return _("free: dinner where you like") if part == "evening" else _("free, to go back to what you liked best")


def part(name: str, language: str) -> str:
    with override(language):
        parts = {
            "way": _("On the way"),
            "whole": _("All day"),
            "morning": _("Morning"),
            "afternoon": _("Afternoon"),
            "evening": _("Evening"),
            "events": _("Festivals and events: see which fall on your dates"),
            "transport": _("Getting around"),
            "stay": _("Where to stay"),
            "tips": _("Good to know"),
            "curiosities": _("To tell at home"),
        }
        return parts[name]


def notice(told: Notice, language: str) -> str:
    """What a change or a wish came to, for whoever asked for it."""
    with override(language):
        if told.news == "unchanged":
            return _("Nothing in the guides fits better: the plan stays as it was.")
        if told.news == "dry":
            return _("What is planned is under a roof already: the plan stays as it was.")
        if told.news == "removed":
            return _("No longer part of the trip: %(name)s.") % {"name": told.name}
        if told.news == "told_of":
            said_by = {"name": told.name, "place": told.place}
            return _("There is no guide to %(name)s; the guide to %(place)s tells of it.") % said_by
        said = {
            "added_day": _("Day %(day)d is new: %(name)s."),
            "added": _("New on day %(day)d, %(part)s: %(name)s."),
            "nothing": _("Day %(day)d, %(part)s: the guide has nothing else that suits you; it is free now."),
            "freed": _("Day %(day)d, %(part)s: free, as you wish."),
            "unsuited": _("Day %(day)d, %(part)s: the guide has nothing that fits better than %(name)s; it stays."),
        }
        time = part(told.part, language).lower() if told.part else ""
        where = {"day": told.day, "part": time, "name": told.name}
        return said[told.news] % where
