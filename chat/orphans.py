"""Answers whose process has died: the first process that is asked for one makes it again."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from chat import journal
from chat.jobs import Job, job_of
from chat.models import Message, Trace
from koalarag import alive

MAX_RUNS = 2
"""how many processes may die under one answer: what kills each that takes it up is given up"""
SILENT_SECONDS = 5
"""an answer is silent for longer than that only where nobody works on it; its process may be taking its lock again"""


def claim(message_id: UUID) -> Job | None:
    """The job of an answer whose process has died, to be done here; None for all others."""
    answer = Message.objects.filter(pk=message_id, state=Message.State.RUNNING).first()
    if answer is None or not _is_orphan(answer):
        return None
    process = alive.sign.hold()
    with suppress(journal.Ended), transaction.atomic():
        answer = journal.running(message_id)
        # Another process may have been quicker.
        if not _is_orphan(answer):
            return None
        if answer.options["runs"] >= MAX_RUNS:
            journal.give_up(answer)
            return None
        answer.options |= {"process": process, "runs": answer.options["runs"] + 1}
        answer.save(update_fields=["options"])
        Trace.objects.filter(message=answer).update(message=None)
        journal.write(answer, [{"kind": "restart"}])
        return job_of(answer)
    return None


def _is_orphan(answer: Message) -> bool:
    if "job" not in answer.options:
        return False
    last = answer.events.aggregate(last=Max("created_at"))["last"] or answer.created_at
    # After its own restart the database knows no locks until they are taken again.
    heard = max(last, alive.database_started_at())
    return timezone.now() - heard > timedelta(seconds=SILENT_SECONDS) and not alive.lives(answer.options["process"])
