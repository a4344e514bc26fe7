"""Which days go where a trip is to have fewer: those that matter least to whoever makes it."""

from collections.abc import Sequence

from chat.trips import journey
from chat.trips.atlas import Atlas
from chat.trips.days import LONG_WAY
from chat.trips.items import Item
from chat.trips.plan import Plan
from chat.trips.travelling import minutes_to

Loss = tuple[bool, bool, int, int, float, int, int]


def shortened(atlas: Atlas, plan: Plan, fewer: int, *, at: int | None = None, spared: int | None = None) -> Plan:
    """Days of the place `at`, or of any; of a place that is `spared` only what no other can give."""
    for _each in range(min(fewer, len(plan.days) - 1)):
        here = [number for number, planned in enumerate(plan.days) if at in (None, planned.place)]
        least = min(here or range(len(plan.days)), key=lambda number: _loss(atlas, plan, number, spared))
        plan = plan.with_days([*plan.days[:least], *plan.days[least + 1 :]])
    return plan


def _loss(atlas: Atlas, plan: Plan, number: int, spared: int | None) -> Loss:
    """What the trip loses with a day, the weightiest first: a place; what was asked for by name; wishes that only this
    day fulfils, then any; then what suits. Of equal days the last one of the longest stay goes."""
    planned, taste = plan.days[number], atlas.taste(plan.trip)
    stay = [at for at, other in enumerate(plan.days) if other.place == planned.place]
    sights = planned.day.sights
    others = [sight for at, other in enumerate(plan.days) if at != number for sight in other.day.sights]

    def tells(wish: str, some: Sequence[Item]) -> bool:
        return any(atlas.guide.tells(wish, one.whole) for one in some)

    fulfilled = [wish for wish in journey.wishes(plan.trip) if tells(wish, sights)]
    # The day after it would lose its morning to the journey instead.
    arrives = len(stay) > 1 and number == stay[0] and minutes_to(atlas, plan, number) >= LONG_WAY
    return (
        len(stay) == 1 or planned.place == spared or arrives,
        not plan.wanted.isdisjoint(planned.day.keys),
        sum(not tells(wish, others) for wish in fulfilled),
        len(fulfilled),
        round(sum(map(taste.worth, sights)) * (2 if planned.day.whole else 1), 3),
        -len(stay),
        -number,
    )
