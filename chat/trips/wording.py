"""Our own words in an itinerary, in the language of the question."""

from collections.abc import Sequence
from datetime import date

from django.utils import formats
from django.utils.translation import gettext, ngettext, override

from chat.trips.days import PARTS


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


def calm(language: str) -> str:
    with override(language):
        return _("a relaxed pace")


def need(name: str, language: str) -> str:
    """What travellers say of themselves, by its list of the vocabulary."""
    with override(language):
        said = {
            "needs.no_car": _("without a car"),
            "needs.no_flight": _("without flying"),
            "needs.slow": _("without much walking"),
            "needs.wheelchair": _("in a wheelchair"),
            "diets.vegetarian": _("vegetarian"),
            "diets.vegan": _("vegan"),
            "diets.gluten": _("gluten-free"),
            "diets.religious": _("halal or kosher"),
            "diets.allergy": _("with an allergy"),
        }
        return said[name]


def no_guide(name: str, places: Sequence[str], language: str) -> str:
    with override(language):
        return _("There is no guide to %(name)s. There are guides to: %(places)s.") % {
            "name": name,
            "places": ", ".join(places),
        }


def unable(what: str, language: str) -> str:
    """What nobody here can do (chat/trips/unable.py)."""
    with override(language):
        if what == "book":
            return _("I cannot book or buy anything: all I know is what the travel guides say.")
        if what == "access":
            return _("The guides do not say what a wheelchair can get into: ask each place before you go.")
        return _("I do not know how things are today or tomorrow: all I know is what the travel guides say.")


def of_the_guides(place: str, language: str) -> tuple[str, ...]:
    """Questions that the guide to a place answers, and a wish for a plan."""
    with override(language):
        asked = (
            _("What is the climate of %(place)s like?"),
            _("Where to stay in %(place)s?"),
            _("Where to eat in %(place)s?"),
        )
        return (*(one % {"place": place} for one in asked), trip_to(place, 3, language)) if place else ()


def of_diets(names: str, language: str) -> str:
    """`names` are places that have such food, as the guides say."""
    with override(language):
        said = _("The guides hardly say what suits those who do not eat everything: ask before you sit down.")
        told = _("They do of: %(names)s.") % {"names": names}
        return f"{said} {told}" if names else said


def not_understood(language: str) -> str:
    with override(language):
        return _("I have not understood what to change in the plan, so it stays as it is. You can say, for example:")


def which_place(language: str) -> str:
    with override(language):
        return _("Where to instead? There are guides to:")


def which_trip(language: str, *, is_long_known: bool) -> str:
    with override(language):
        if is_long_known:
            return _("Where would you like to go? One city or several; these suit what you wish, and there are others:")
        return _("Where would you like to go, and for how many days? One city or several; there are guides to:")


def trip_to(place: str, days: int, language: str) -> str:
    """A wish for a plan, which is understood if it is sent."""
    with override(language):
        said = ngettext("%(days)d day in %(place)s", "%(days)d days in %(place)s", days)
        return str(said) % {"place": place, "days": days}


def you_choose(language: str) -> str:
    with override(language):
        return _("Surprise me")


def examples(day: int, language: str, *, is_cheapest: bool) -> tuple[str, ...]:
    """Changes as a traveller says them, which are understood if they are sent."""
    with override(language):
        change = _("Change day %(day)d") % {"day": day}
        cheaper = () if is_cheapest else (_("Cheaper"),)
        return change, _("One day more"), *cheaper, _("What if it rains?")


def so_long(days: int, language: str) -> str:
    with override(language):
        return str(ngettext("Make it %(days)d day", "Make it %(days)d days", days)) % {"days": days}


def instead(place: str, language: str) -> str:
    with override(language):
        return _("Rather in %(place)s") % {"place": place}


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


def free(parts: Sequence[str], language: str) -> str:
    """Parts of a day for which nothing is planned."""
    with override(language):
        if len(parts) == len(PARTS):
            return _("all day")
        said = [_("dinner where you like") if name == "evening" else part(name, language).lower() for name in parts]
        return ", ".join(said)


def part(name: str, language: str) -> str:
    with override(language):
        parts = {
            "way": _("On the way"),
            "whole": _("All day"),
            "free": _("Free"),
            "morning": _("Morning"),
            "afternoon": _("Afternoon"),
            "evening": _("Evening"),
            "asked": _("What you want to do"),
            "events": _("Festivals and events: see which fall on your dates"),
            "transport": _("Getting around"),
            "stay": _("Where to stay"),
            "tips": _("Good to know"),
            "curiosities": _("To tell at home"),
        }
        return parts[name]
