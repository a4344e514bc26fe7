"""What changed in what somebody follows, in one mail a day."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from smtplib import SMTPException

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from knowledge.following import wording
from knowledge.following.follows import token
from knowledge.models import DocumentChange, Follow

MAX_CHANGES = 50
"""in a mail; the rest is counted"""

log = logging.getLogger(__name__)


def send() -> int:
    """Returns how many mails were sent. What could not be sent is sent the next time; none goes out where the site's
    address is not known, because its link to end it would lead nowhere."""
    if not settings.SITE_URL:
        return 0
    readers = get_user_model().objects.filter(is_active=True, follows__isnull=False).exclude(email="").distinct()
    number = 0
    for reader in readers.order_by("pk"):
        try:
            number += _tell(reader)
        except (SMTPException, OSError) as error:
            log.warning("What changed could not be mailed to user %s: %s", reader.pk, error)
    return number


def _tell(reader: AbstractUser) -> bool:
    with transaction.atomic():
        # Of two workers one sends it.
        follows = list(Follow.objects.select_for_update(skip_locked=True).filter(user=reader))
        until = timezone.now()
        changes = list(_untold(reader, follows, until)) if follows else []
        if changes:
            with translation.override(follows[-1].language):
                _mail(reader, changes).send()
        Follow.objects.filter(pk__in=[one.pk for one in follows]).update(told_until=until)
    return bool(changes)


def _untold(reader: AbstractUser, follows: Iterable[Follow], until: object) -> QuerySet[DocumentChange]:
    """Those that the reader may see, of what is followed, each once, the newest first."""
    wanted = Q(pk__in=[])
    for one in follows:
        topic = Q(document=one.document_id) if one.document_id else Q(document__collection=one.collection_id)
        wanted |= topic & Q(published_at__gt=one.told_until)
    readable = DocumentChange.objects.readable_by(reader).filter(wanted, published_at__lte=until)
    return readable.select_related("document__collection").order_by("-published_at", "-pk")


def _mail(reader: AbstractUser, changes: Sequence[DocumentChange]) -> EmailMessage:
    number = len({change.document_id for change in changes})
    subject = ngettext(
        "%d document that you follow has changed", "%d documents that you follow have changed", number
    ) % number  # fmt: skip
    end = f"{settings.SITE_URL}{reverse('unfollow', args=[token(reader)])}"
    headers = {"List-Unsubscribe": f"<{end}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return EmailMessage(subject, "\n".join(_lines(changes, end)), None, [reader.email], headers=headers)


def _lines(changes: Sequence[DocumentChange], end: str) -> Iterator[str]:
    for change in changes[:MAX_CHANGES]:
        yield f"{change.document} · {change.document.collection}"
        yield f"{wording.extent(change)}: {settings.SITE_URL}{wording.path(change)}"
        yield from (f"- {line}" for line in wording.lines(change))
        yield ""
    if len(changes) > MAX_CHANGES:
        yield gettext("and %d more") % (len(changes) - MAX_CHANGES)
        yield ""
    yield gettext("You follow these documents. To see what you follow, or to get no more mails:")
    yield end
