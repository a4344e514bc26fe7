"""Evaluation in the background."""

from asgiref.sync import async_to_sync
from celery import shared_task

CASES_PER_TASK = 5


@shared_task
def advance_run(run_id: int) -> None:
    from evaluation import runner

    if async_to_sync(runner.advance)(run_id, CASES_PER_TASK):
        advance_run.delay(run_id)
