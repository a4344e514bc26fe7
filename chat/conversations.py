"""Somebody's conversations as a list: found by their words, grouped by day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby

from django.db.models import Func, Q, QuerySet, TextField
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from chat.models import Conversation
from chat.owners import Owner
from knowledge.text.terms import fold

MAX_SHOWN = 100
WEEK = timedelta(days=7)

Group = tuple[str, list[Conversation]]


class Folded(Func):
    """As `fold` writes it, lower case without accents; of what every PostgreSQL has, since the embedded one brings no
    extension unaccent."""

    template = "lower(regexp_replace(normalize(%(expressions)s, NFKD), '[\u0300-\u036f]', '', 'g'))"
    output_field = TextField()


def found(owner: Owner, words: str = "") -> QuerySet[Conversation]:
    """The newest of them; each of the words stands in its title or its messages, with accents or without."""
    conversations = owner.conversations().select_related("assistant").prefetch_related("assistant__texts")
    folded = owner.conversations().alias(folded_title=Folded("title"), folded_text=Folded("messages__text"))
    for word in fold(words).split():
        said = Q(folded_title__contains=word) | Q(folded_text__contains=word)
        conversations = conversations.filter(pk__in=folded.filter(said).values("pk"))
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
