"""Documents that expire: told to staff by mail, once a month before their last day and once after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import groupby

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from knowledge.models import Collection, Document

SOON = timedelta(days=30)
_MAX_LISTED = 100


def due(today: date) -> QuerySet[Document]:
    """Of those that answer and that nothing has replaced: what expires within a month or has expired, and was not told
    since. Another last day is told anew."""
    told_before_that_month = Q(expiry_told_on__lt=F("valid_until") - SOON)
    told_before_the_end = Q(valid_until__lt=today, expiry_told_on__lte=F("valid_until"))
    untold = Q(expiry_told_on__isnull=True) | told_before_that_month | told_before_the_end
    answering = Document.objects.current().indexed().filter(superseded_by__isnull=True)
    return answering.filter(untold, valid_until__lte=today + SOON).order_by("collection", "valid_until", "pk")


def warn() -> int:
    """One mail for each collection, in its language; returns how many documents they name. Nothing is taken for told
    where the mail could not be sent, or nobody is to be sent one."""
    today = timezone.localdate()
    if not settings.EXPIRY_MAIL_TO:
        return 0
    number = 0
    documents = due(today).select_related("collection")
    for collection, found in groupby(documents, key=lambda document: document.collection):
        number += _send(collection, list(found), today)
    return number


def _send(collection: Collection, documents: list[Document], today: date) -> int:
    with translation.override(collection.language):
        number = len(documents)
        text = ngettext("%(n)d document expires: %(where)s", "%(n)d documents expire: %(where)s", number)
        subject = text % {"n": number, "where": " ".join(collection.name.split())}
        send_mail(subject, "\n".join(_lines(documents, today)), None, settings.EXPIRY_MAIL_TO)
    Document.objects.filter(pk__in=[document.pk for document in documents]).update(expiry_told_on=today)
    return number


def _lines(documents: Iterable[Document], today: date) -> Iterator[str]:
    listed = list(documents)
    for document in listed[:_MAX_LISTED]:
        day = date_format(document.valid_until, "SHORT_DATE_FORMAT")
        over = document.valid_until is not None and document.valid_until < today
        yield f"- {document}: " + (gettext("expired on %s") if over else gettext("valid until %s")) % day
        if settings.SITE_URL:
            yield f"  {settings.SITE_URL}{reverse('admin:knowledge_document_change', args=[document.pk])}"
    if more := len(listed) - _MAX_LISTED:
        yield f"… (+{more})" if more > 0 else ""
    yield ""
    yield gettext(
        "What has expired goes on answering, marked as expired, where nothing newer is there. Replace its file, "
        "correct “valid until”, or name the document that supersedes it."
    )
