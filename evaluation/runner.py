"""Runs an assistant over a dataset, a few cases at a time, each saved as it comes.

Whoever continues a run does the cases that have no result yet, so a killed worker costs the case it was in.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.utils import timezone

from chat.agent.context import UnknownAssistant
from chat.agent.events import Question, Turn
from chat.models import Assistant
from evaluation import subject
from evaluation.configuration import snapshot
from evaluation.metrics import registry
from evaluation.models import Case, Dataset, Result, Run
from evaluation.outcomes import asked_of, failure, findings_of, observation, outcome_of
from evaluation.subject import Subject
from knowledge.retrieval.config import Passage

LOCK_SPACE = 0x4556
"""first key of the advisory locks of runs"""

logger = logging.getLogger(__name__)


def create(dataset: Dataset, assistant: Assistant) -> Run:
    return Run.objects.create(dataset=dataset, assistant=assistant, configuration=snapshot(dataset, assistant))


@transaction.atomic
def enqueue(run: Run) -> None:
    """A worker takes it up, from the start or from where it stopped."""
    from evaluation.tasks import advance_run

    Run.objects.filter(pk=run.pk).update(state=Run.State.WAITING, error="", finished_at=None)
    transaction.on_commit(lambda: advance_run.delay(run.pk))


async def advance(run_id: int, limit: int, asking: Subject | None = None) -> bool:
    """Does up to `limit` cases; whether there are more to do. False too while somebody else has the run.

    Few at a time: a long run neither keeps a worker from other work nor outlasts the queue's patience.
    """
    async with _alone(run_id) as alone:
        run = await Run.objects.select_related("assistant").filter(pk=run_id).afirst()
        if not alone or run is None or run.state == Run.State.DONE:
            return False
        try:
            asked = asking or await subject.assistant(run.assistant.slug)
        except UnknownAssistant as error:
            await _end(run, Run.State.FAILED, str(error))
            return False
        return await _advance(run, limit, asked)


async def _advance(run: Run, limit: int, asked: Subject) -> bool:
    await Run.objects.filter(pk=run.pk).aupdate(state=Run.State.RUNNING)
    waiting = await sync_to_async(_waiting)(run)
    for case in waiting[:limit]:
        await sync_to_async(_save)(run, case, *await _ask(case, asked))
    if len(waiting) <= limit:
        await _end(run, Run.State.DONE)
    return len(waiting) > limit


async def _ask(case: Case, asked: Subject) -> tuple[dict[str, Any], dict[str, Any]]:
    """The case as asked and its outcome."""
    searched: Sequence[Passage] = ()
    try:
        searched = await asked.search(case.question)
        question = Question(case.question, form=case.form, history=_history(case))
        answer = await asked.answer(question)
        judged = await asked.judge(question, answer)
    except Exception as error:
        # Whatever goes wrong in one case is its result; the others are still worth having.
        logger.exception("Case %s failed", case.external_id)
        return asked_of(case), failure(error, searched)
    return asked_of(case), outcome_of(answer, searched) | {"judged": judged}


def _history(case: Case) -> tuple[Turn, ...]:
    return tuple(Turn(turn["role"], turn["text"], turn.get("status", "")) for turn in case.history)


def _waiting(run: Run) -> list[Case]:
    done = Result.objects.filter(run=run, case__isnull=False).values("case")
    return list(Case.objects.filter(dataset=run.dataset_id).exclude(pk__in=done).order_by("pk"))


def _save(run: Run, case: Case, asked: dict[str, Any], outcome: dict[str, Any]) -> None:
    """The result, the progress and the means so far, together. A run or case deleted meanwhile is let go."""
    outcome = {**outcome, "findings": findings_of(outcome)}
    scores = registry.score(observation(asked, outcome))
    values = {"asked": asked, "outcome": outcome, "scores": scores}
    with transaction.atomic():
        kept = Run.objects.select_for_update().filter(pk=run.pk).exists() and Case.objects.filter(pk=case.pk).exists()
        if not kept:
            return
        Result.objects.get_or_create(run=run, case=case, defaults=values)
        done = list(run.results.values_list("scores", flat=True))
        total = max(Case.objects.filter(dataset=run.dataset_id).count(), len(done))
        Run.objects.filter(pk=run.pk).update(progress=100 * len(done) // total, metrics=registry.summarise(done))


async def _end(run: Run, state: Run.State, error: str = "") -> None:
    await Run.objects.filter(pk=run.pk).aupdate(state=state, error=error, finished_at=timezone.now())


@asynccontextmanager
async def _alone(run_id: int) -> AsyncIterator[bool]:
    """Whether nobody else works on the run: a task that is delivered twice must not ask every question twice."""
    alone = await sync_to_async(_lock)("pg_try_advisory_lock", run_id)
    try:
        yield alone
    finally:
        if alone:
            await sync_to_async(_lock)("pg_advisory_unlock", run_id)


def _lock(function: str, run_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [LOCK_SPACE, run_id])
        return bool(cursor.fetchone()[0])
