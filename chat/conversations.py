"""Somebody's conversations as a list: found by their words, grouped by day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chat.models import Conversation
from chat.owners import Owner

MAX_SHOWN = 100
WEEK = timedelta(days=7)

Group = tuple[str, list[Conversation]]


def found(owner: Owner, words: str = "") -> QuerySet[Conversation]:
    """The newest of them; each of the words stands in its title or its messages, with accents or without."""
    conversations = owner.conversations().select_related("assistant").prefetch_related("assistant__texts")
    for word in words.split():
        said = Q(title__folded=word) | Q(messages__text__folded=word)
        conversations = conversations.filter(pk__in=owner.conversations().filter(said).values("pk"))
    return conversations[:MAX_SHOWN]


def by_day(conversations: Iterable[Conversation]) -> list[Group]:
    today = timezone.localdate()
    groups = groupby(conversations, key=lambda each: _label(timezone.localdate(each.updated_at), today))
    return [(label, list(group)) for label, group in groups]


def _label(day: date, today: date) -> str:
    if day >= today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    if day > today - WEEK:
        return _("In the last seven days")
    return str(date_format(day, "YEAR_MONTH_FORMAT"))
