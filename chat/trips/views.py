"""A plan to take along: on paper, as PDF, in a calendar."""

from datetime import date, timedelta
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from chat import owners
from chat.models import Citation, Message
from chat.trips import cards, events
from chat.trips.plan import Json, trip_kept


@never_cache
@require_GET
def page(request: HttpRequest, message_id: UUID) -> HttpResponse:
    message, view, citations = _own_plan(request, message_id)
    # Escaped by its template.
    context = {"view": view, "cards": mark_safe(cards.html(message, folds=False)), "citations": citations}
    return render(request, "trips/page.html", context)


@never_cache
@require_GET
def as_pdf(request: HttpRequest, message_id: UUID) -> HttpResponse:
    from chat.trips.pdf import pdf  # takes a moment to import

    _message, view, citations = _own_plan(request, message_id)
    return _file(pdf(view, citations), view, "pdf", "application/pdf")


@never_cache
@require_GET
def as_calendar(request: HttpRequest, message_id: UUID) -> HttpResponse:
    from chat.trips.calendar import calendar  # takes a moment to import

    message, view, _citations = _own_plan(request, message_id)
    return _file(calendar(view, message_id, _first_day(message)), view, "ics", "text/calendar; charset=utf-8")


def _first_day(message: Message) -> date | None:
    """Of a trip in a month of which nobody said on which day it begins: the first that is still to come."""
    memory = message.options["details"].get("memory")
    today = timezone.localdate()
    span = events.days_of(trip_kept(memory), today) if memory else None
    return max(span[0], today + timedelta(1)) if span else None


def _own_plan(request: HttpRequest, message_id: UUID) -> tuple[Message, Json, list[Citation]]:
    mine = owners.of(request.user, request.session).messages()
    message = mine.filter(pk=message_id, role=Message.Role.ASSISTANT).first()
    readable = cards.readable_plan(message) if message else None
    if message is None or readable is None:
        raise Http404
    return message, *readable


def _file(content: bytes, view: Json, extension: str, kind: str) -> HttpResponse:
    disposition = f'attachment; filename="{slugify(view["title"])[:60] or "trip"}.{extension}"'
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": disposition})
