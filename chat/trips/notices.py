"""What a change or a wish came to, in our own words in the language of the question."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import formats
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from chat.trips.plan import Notice
from chat.trips.wording import dated, of_diets, say

NOTICES = {
    # What was changed.
    "access": _(
        "The guides do not say what a wheelchair can get into: what they tell of steps, climbs and paths is left "
        "out; of the rest, ask before you go."
    ),
    "added": _("New on day %(day)d, %(part)s: %(name)s."),
    "added_day": _("Day %(day)d is new: %(name)s."),
    "as_wished": _("From %(name)s to %(place)s: as you wish."),
    "carried": _("As you said before: %(names)s. If that holds no more, say so."),
    "chosen": _(
        "You did not say where: the plan goes to %(name)s, where the guides have %(day)d sights of what you wish."
    ),
    "chosen_any": _(
        "You did not say where: the plan goes to %(name)s, which is easy to reach and has sights of many kinds."
    ),
    "cut": _("A trip has at most %(day)d days here: the plan ends there."),
    "dearer": _("Dinner costs more than that budget here, and the guides name no other place: %(name)s."),
    "dearer_beds": _("Of that budget the guides tell of no place to sleep that suits you; this costs more: %(name)s."),
    "declined": _("Left out, as you wish: %(name)s."),
    "elsewhere": _("The guides to this trip list no more sights of that kind; those to %(name)s do."),
    "empty": _("The guides have no more to see for these days, which are free: %(days)s."),
    "freed": _("Day %(day)d, %(part)s: free, as you wish."),
    "gone": _("No longer in the plan: %(name)s."),
    "gone_more": _("No longer in the plan: %(name)s, and %(day)d more."),
    "in_month": _("The trip is in %(month)s."),
    "least": _("The days that go are those with least of what you wish."),
    "left_out": _("The days are too few for %(name)s as well: the plan leaves it out. In %(day)d days it fits."),
    "lodging": _("Where to stay is another now, to suit you: %(name)s."),
    "longer": _("The trip has %(day)d days now: those in %(name)s come on top."),
    "needs": _("From now on the plan counts on this: %(names)s."),
    "no_guide": _("There is no guide to %(name)s: the plan leaves it out."),
    "nothing": _(
        "Day %(day)d, %(part)s: the guide has nothing else that suits you instead of %(name)s; it is free now."
    ),
    "on_date": _("The trip begins on %(date)s."),
    "over": _("From now on this holds no more: %(names)s. What is planned stays as it was."),
    "removed": _("No longer part of the trip: %(name)s."),
    "sheltered": _("Because of the rain, what is under a roof is preferred."),
    "sum": _(
        "The guides name few prices: whether %(name)s will do they do not say. “Cheap” makes a plan that saves money."
    ),
    "told_of": _("There is no guide to %(name)s; the guide to %(place)s tells of it."),
    "undated": _("The trip has no dates yet: say on which day it begins."),
    "undone": _("The plan is again as it was before the last change."),
    # What stays as it was, and what the guides do not say.
    "absent": _("Nothing in the plan is described by that word: it stays as it was."),
    "already": _("The plan has that already: %(name)s."),
    "calm": _("No day has more than one sight: the plan stays as it was."),
    "carless": _("Nothing is planned that takes a car."),
    "dry": _("What is planned is under a roof already: the plan stays as it was."),
    "even": _("The days are spread like that already: the plan stays as it was."),
    "full": _("Every day is full, or the guides have nothing more for it: the plan stays as it was."),
    "near": _("Nothing that is far can be left out: the plan stays as it was."),
    "nearest": _("The guide to %(name)s does not tell of that; these are the nearest that do."),
    "no_such_way": _("The guides know of no such way from %(name)s to %(place)s: that one stays."),
    "not_all": _("No guide says all of that (“%(name)s”); this is what they say."),
    "not_part": _("%(name)s is no part of the trip: the plan stays as it was."),
    "not_told": _("The guides say nothing of what you also wish: %(name)s."),
    "ordered": _("The places follow each other like that already: the plan stays as it was."),
    "roofless": _("The guide has nothing else under a roof: %(name)s stays (day %(day)d, %(part)s)."),
    "sunny": _("Nothing in the plan is there because of rain: it stays as it was."),
    "told_elsewhere": _("The guides to this trip say nothing of %(name)s; those to %(place)s do."),
    "unchanged": _("Nothing in the guides fits better: the plan stays as it was."),
    "unsaid": _("The guides say nothing of that; this comes nearest to it."),
    "unsuited": _("Day %(day)d, %(part)s: the guide has nothing that fits better than %(name)s; it stays."),
}
OF_SEVERAL = {
    "added": _("New: %(names)s."),
    "added_day": _("New days: %(days)s."),
    "nothing": _("The guides have nothing else that suits you instead of %(names)s; that time is free now."),
    "freed": _("Free, as you wish: %(parts)s."),
    "unsuited": _("The guides have nothing that fits better than %(names)s."),
    "roofless": _("The guides have nothing else under a roof: %(names)s stay."),
}
"""what happened to several parts of the trip, in one sentence"""
PLACE, DAY, DAYS = _("day %(day)d, %(part)s"), _("day %(day)d"), _("days %(days)s")


def said(told: Sequence[Notice], language: str) -> list[str]:
    with override(language):
        kinds = dict.fromkeys(notice.news for notice in told)
        alike = [[notice for notice in told if notice.news == kind] for kind in kinds]
        return [one for group in alike for one in _said(group, language)]


def _said(group: Sequence[Notice], language: str) -> list[str]:
    if len(group) > 1 and group[0].news in OF_SEVERAL:
        return [_of_several(group, language)]
    return [_of_one(notice, language) for notice in group]


def _of_several(group: Sequence[Notice], language: str) -> str:
    names = [f"{notice.name} ({PLACE % _values(notice, language)})" for notice in group]
    times = {notice.day: [_values(one, language)["part"] for one in group if one.day == notice.day] for notice in group}
    values = {"names": ", ".join(names), "parts": "; ".join(_times(times)), "days": _ranges(sorted(times))}
    return str(OF_SEVERAL[group[0].news] % values)


def _times(parts: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """Days of which the same parts are told together."""
    for told in dict.fromkeys(map(tuple, parts.values())):
        days = sorted(day for day, its in parts.items() if tuple(its) == told)
        yield f"{DAYS % {'days': _ranges(days)} if len(days) > 1 else DAY % {'day': days[0]}} ({', '.join(told)})"


def _of_one(notice: Notice, language: str) -> str:
    if notice.news == "diet":
        return of_diets(notice.name, language)
    if notice.news == "dated":
        return str(NOTICES["on_date" if notice.name else "in_month"] % _of_dates(notice, language))
    return str(NOTICES[notice.news] % _values(notice, language))


def _of_dates(notice: Notice, language: str) -> dict[str, str]:
    if notice.name:
        return {"date": dated(date.fromisoformat(notice.name), language)}
    return {"month": formats.date_format(date(2000, notice.day, 1), "F").lower()}


def _values(notice: Notice, language: str) -> dict[str, Any]:
    return vars(notice) | {
        "part": say(notice.part, language).lower() if notice.part else "",
        "days": _ranges(notice.days),
        "names": ", ".join(say(need, language) for need in notice.needs),
    }


def _ranges(days: Sequence[int]) -> str:
    """Of whole numbers in order: "3, 5–8"."""
    starts = [day for day in days if day - 1 not in days]
    ends = [day for day in days if day + 1 not in days]
    return ", ".join(str(one) if one == last else f"{one}–{last}" for one, last in zip(starts, ends, strict=True))
