"""Our own words in an itinerary, in the language of the question."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from django.utils import formats
from django.utils.translation import get_language, gettext, ngettext, override

from chat.trips.days import PARTS
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


def calm(language: str) -> str:
    with override(language):
        return _("a relaxed pace")


def without_car(language: str) -> str:
    with override(language):
        return _("without a car")


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
            "events": _("Festivals and events: see which fall on your dates"),
            "transport": _("Getting around"),
            "stay": _("Where to stay"),
            "tips": _("Good to know"),
            "curiosities": _("To tell at home"),
        }
        return parts[name]


def notices(told: Sequence[Notice], language: str) -> list[str]:
    """What a change or a wish came to, for whoever asked for it: what happened to several parts of the trip in one
    sentence."""
    with override(language):
        kinds = dict.fromkeys(notice.news for notice in told)
        alike = [[notice for notice in told if notice.news == kind] for kind in kinds]
        return [said for group in alike for said in _said(group)]


def _said(group: Sequence[Notice]) -> list[str]:
    if len(group) > 1 and group[0].news in ("added", "added_day", "nothing", "freed", "unsuited", "roofless"):
        return [_of_several(group)]
    return [_of_one(notice) for notice in group]


def _of_several(group: Sequence[Notice]) -> str:
    said = {
        "added": _("New: %(names)s."),
        "added_day": _("New days: %(days)s."),
        "nothing": _("The guides have nothing else that suits you instead of %(names)s; that time is free now."),
        "freed": _("Free, as you wish: %(parts)s."),
        "unsuited": _("The guides have nothing that fits better than %(names)s."),
        "roofless": _("The guides have nothing else under a roof: %(names)s stay."),
    }
    place = _("day %(day)d, %(part)s")
    names = [f"{notice.name} ({place % _where(notice)})" for notice in group]
    times = {notice.day: [str(_where(one)["part"]) for one in group if one.day == notice.day] for notice in group}
    days = _ranges(sorted(times))
    return said[group[0].news] % {"names": ", ".join(names), "parts": "; ".join(_times(times)), "days": days}


def _times(parts: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """Days of which the same parts are told together."""
    for told in dict.fromkeys(map(tuple, parts.values())):
        days = sorted(day for day, its in parts.items() if tuple(its) == told)
        on_days = _("days %(days)s") % {"days": _ranges(days)} if len(days) > 1 else _("day %(day)d") % {"day": days[0]}
        yield f"{on_days} ({', '.join(told)})"


def _where(notice: Notice) -> dict[str, str | int]:
    time = part(notice.part, get_language() or "").lower() if notice.part else ""
    return {"day": notice.day, "part": time, "name": notice.name, "place": notice.place}


def _of_one(notice: Notice) -> str:
    if notice.news == "dated":
        return _of_dates(notice)
    if notice.news == "diet":
        return of_diets(notice.name, get_language() or "")
    said = _of_a_change() | _of_what_stays()
    return said[notice.news] % (_where(notice) | {"days": _ranges(notice.days)})


def _of_a_change() -> dict[str, str]:
    return {
        "added": _("New on day %(day)d, %(part)s: %(name)s."),
        "added_day": _("Day %(day)d is new: %(name)s."),
        "cut": _("A trip has at most %(day)d days here: the plan ends there."),
        "dearer": _("Dinner costs more than that budget here, and the guides name no other place: %(name)s."),
        "declined": _("Left out, as you wish: %(name)s."),
        "elsewhere": _("The guides to this trip list no more sights of that kind; those to %(name)s do."),
        "empty": _("The guides have no more to see for these days, which are free: %(days)s."),
        "freed": _("Day %(day)d, %(part)s: free, as you wish."),
        "chosen": _(
            "You did not say where: the plan goes to %(name)s, where the guides have %(day)d sights of what you wish."
        ),
        "chosen_any": _(
            "You did not say where: the plan goes to %(name)s, which is easy to reach and has sights of many kinds."
        ),
        "gone": _("No longer in the plan: %(name)s."),
        "gone_more": _("No longer in the plan: %(name)s, and %(day)d more."),
        "lodging": _("Where to stay is another now, to suit you: %(name)s."),
        "left_out": _("The days are too few for %(name)s as well: the plan leaves it out. In %(day)d days it fits."),
        "longer": _("The trip has %(day)d days now: those in %(name)s come on top."),
        "as_wished": _("From %(name)s to %(place)s: as you wish."),
        "no_guide": _("There is no guide to %(name)s: the plan leaves it out."),
        "nothing": _(
            "Day %(day)d, %(part)s: the guide has nothing else that suits you instead of %(name)s; it is free now."
        ),
        "removed": _("No longer part of the trip: %(name)s."),
        "sheltered": _("Because of the rain, what is under a roof is preferred."),
        "told_of": _("There is no guide to %(name)s; the guide to %(place)s tells of it."),
        "undated": _("The trip has no dates yet: say on which day it begins."),
        "undone": _("The plan is again as it was before the last change."),
    }


def _of_what_stays() -> dict[str, str]:
    return {
        "absent": _("Nothing in the plan is described by that word: it stays as it was."),
        "already": _("The plan has that already: %(name)s."),
        "calm": _("No day has more than one sight: the plan stays as it was."),
        "dry": _("What is planned is under a roof already: the plan stays as it was."),
        "carless": _("Nothing is planned that takes a car."),
        "drives": _("From now on the plan counts on a car; what is planned stays as it was."),
        "even": _("The days are spread like that already: the plan stays as it was."),
        "full": _("Every day is full, or the guides have nothing more for it: the plan stays as it was."),
        "near": _("Nothing that is far can be left out: the plan stays as it was."),
        "no_such_way": _("The guides know of no such way from %(name)s to %(place)s: that one stays."),
        "not_part": _("%(name)s is no part of the trip: the plan stays as it was."),
        "ordered": _("The places follow each other like that already: the plan stays as it was."),
        "roofless": _("The guide has nothing else under a roof: %(name)s stays (day %(day)d, %(part)s)."),
        "sunny": _("Nothing in the plan is there because of rain: it stays as it was."),
        "unchanged": _("Nothing in the guides fits better: the plan stays as it was."),
        "unsuited": _("Day %(day)d, %(part)s: the guide has nothing that fits better than %(name)s; it stays."),
    }


def _of_dates(notice: Notice) -> str:
    if notice.name:
        return _("The trip begins on %(date)s.") % {
            "date": dated(date.fromisoformat(notice.name), get_language() or "")
        }
    return _("The trip is in %(month)s.") % {"month": formats.date_format(date(2000, notice.day, 1), "F").lower()}


def _ranges(days: Sequence[int]) -> str:
    """Of whole numbers in order: "3, 5–8"."""
    starts = [day for day in days if day - 1 not in days]
    ends = [day for day in days if day + 1 not in days]
    return ", ".join(str(one) if one == last else f"{one}–{last}" for one, last in zip(starts, ends, strict=True))
