"""Our own words in an itinerary, in the language of the question: `say("calm", language)`."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils import formats
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override

from chat.trips.days import PARTS

PHRASES = {
    "trip": ngettext_lazy("A trip of %(days)d day: %(places)s.", "A trip of %(days)d days: %(places)s.", "days"),
    "budget": _("%(value)s budget"),
    "wished": _("As you wished: %(values)s."),
    "calm": _("a relaxed pace"),
    "no_guide": _("There is no guide to %(name)s. There are guides to: %(places)s."),
    "day": _("Day %(title)s"),
    "from_to": _("From %(one)s to %(other)s"),
    "no_way": _("No document says how to get from %(one)s to %(other)s."),
    # What nobody here can do (chat/trips/unable.py), and questions that the guides answer instead.
    "book": _("I cannot book or buy anything: all I know is what the travel guides say."),
    "live": _("I do not know how things are today or tomorrow: all I know is what the travel guides say."),
    "access": _("The guides do not say what a wheelchair can get into: ask each place before you go."),
    "ask_climate": _("What is the climate of %(place)s like?"),
    "ask_stay": _("Where to stay in %(place)s?"),
    "ask_food": _("Where to eat in %(place)s?"),
    "diets": _("The guides hardly say what suits those who do not eat everything: ask before you sit down."),
    "diets_told": _("They do of: %(names)s."),
    "not_understood": _(
        "I have not understood what to change in the plan, so it stays as it is. You can say, for example:"
    ),
    "which_place": _("Where to instead? There are guides to:"),
    "where": _("Where would you like to go? One city or several; these suit what you wish, and there are others:"),
    "where_how_long": _("Where would you like to go, and for how many days? One city or several; there are guides to:"),
    # Wishes and changes as a traveller says them, which are understood if they are sent.
    "trip_to": ngettext_lazy("%(days)d day in %(place)s", "%(days)d days in %(place)s", "days"),
    "you_choose": _("Surprise me"),
    "change_day": _("Change day %(day)d"),
    "day_more": _("One day more"),
    "cheaper": _("Cheaper"),
    "rain": _("What if it rains?"),
    "so_long": ngettext_lazy("Make it %(days)d day", "Make it %(days)d days", "days"),
    "instead": _("Rather in %(place)s"),
    # Parts of a day, and of a plan.
    "all_day_free": _("all day"),
    "dinner_free": _("dinner where you like"),
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
    # What travellers say of themselves, by the lists of the vocabulary.
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


def say(name: str, language: str, /, **values: Any) -> str:
    with override(language):
        return str(PHRASES[name] % values)


def of_diets(names: str, language: str) -> str:
    """`names` are places that have such food, as the guides say."""
    said = say("diets", language)
    return f"{said} {say('diets_told', language, names=names)}" if names else said


def dated(day: date, language: str) -> str:
    with override(language):
        return f"{formats.date_format(day, 'l')}, {formats.date_format(day, 'DATE_FORMAT')}"


def free(parts: Sequence[str], language: str) -> str:
    """Parts of a day for which nothing is planned."""
    if len(parts) == len(PARTS):
        return say("all_day_free", language)
    return ", ".join(say("dinner_free" if one == "evening" else one, language).lower() for one in parts)
