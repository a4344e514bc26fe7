"""A plan as a calendar (RFC 5545): an event for each part of a day, in the local time of wherever one is."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from django.utils import timezone
from icalendar import Calendar, Event

from chat.trips.plan import Json

# "Floating" times: nine in the morning is nine in the morning in every time zone of the journey.
HOURS = {"morning": (9, 12), "afternoon": (14, 18), "evening": (19, 21)}
WHOLE = (9, 18)


def calendar(view: Json, message_id: UUID, first: date | None = None) -> bytes:
    """A plan without dates begins on `first`, or tomorrow: an event has to have a day."""
    made = Calendar()
    made.add("prodid", "-//koalarag//trips//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", view["title"])
    begins = first or timezone.localdate() + timedelta(1)
    for day in view["days"]:
        on = date.fromisoformat(day["date"]) if day["date"] else begins + timedelta(day["number"] - 1)
        parts = [part for part in day["parts"] if "free" not in part and part["part"] != "way"]
        steps = [part for part in day["parts"] if part["part"] == "way"]
        if day["way"]:
            made.add_component(_way(day, steps, on, message_id))
        for part in parts:
            made.add_component(_event(day, part, on, message_id))
    return bytes(made.to_ical())


def _event(day: Json, part: Json, on: date, message_id: UUID) -> Event:
    # Older plans have no `whole`: what takes the whole day leaves no afternoon.
    alone = part["part"] == "morning" and all(one["part"] != "afternoon" for one in day["parts"])
    is_whole = part.get("whole", alone)
    begins, ends = WHOLE if is_whole else HOURS[part["part"]]
    event = _begun(f"{message_id}-{day['number']}-{part['part']}", part["name"] or part["text"][:60], part["text"])
    event.add("location", day["place"])
    event.add("dtstart", datetime.combine(on, time(begins)))
    event.add("dtend", datetime.combine(on, time(ends)))
    return event


def _way(day: Json, steps: Sequence[Json], on: date, message_id: UUID) -> Event:
    """Of the whole day: no document says when one leaves. `steps` follow on the first."""
    later = [f"{step['name']}: {step['text']}" for step in steps]
    event = _begun(
        f"{message_id}-{day['number']}-way", day["way"]["heading"], "\n".join([day["way"]["values"], *later])
    )
    event.add("dtstart", on)
    return event


def _begun(uid: str, summary: str, description: str) -> Event:
    event = Event()
    event.add("uid", f"{uid}@koalarag")
    event.add("dtstamp", datetime.now(UTC))
    event.add("summary", summary)
    event.add("description", description)
    return event
