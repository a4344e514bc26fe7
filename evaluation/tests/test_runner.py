from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import psycopg
import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from chat.agent.events import Answer, Question
from chat.agent.run import AgentFailed
from evaluation import runner
from evaluation.models import Case, Result, Run
from evaluation.tests import standing
from knowledge.retrieval.config import Passage

pytestmark = pytest.mark.django_db

advance = async_to_sync(runner.advance)


def test_every_case_is_asked_scored_and_saved() -> None:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    assert advance(run.pk, 10, standing.subject(found)) is False
    run.refresh_from_db()
    assert (run.state, run.progress, run.results.count()) == (Run.State.DONE, 100, 3)
    assert run.finished_at is not None
    means = {name: row["mean"] for name, row in run.metrics.items()}
    perfect = (
        "recall@10",
        "mrr",
        "citation_correctness",
        "all_facts",
        "answered",
        "correct_not_found",
        "correct_refusal",
    )
    assert {name: means[name] for name in perfect} == dict.fromkeys(perfect, 1.0)
    first = run.results.first()
    assert first is not None
    assert first.asked["question"] == "How long is a loan?"
    assert first.outcome["citations"][0]["quote"] == standing.TEXT


def test_slices_of_a_run_make_a_whole_without_asking_twice() -> None:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    asked: list[str] = []
    subject = standing.subject(found, asked)
    more, progress = [], []
    for _slice in range(3):
        more.append(advance(run.pk, 1, subject))
        run.refresh_from_db()
        progress.append(run.progress)
    assert (more, progress) == ([True, True, False], [33, 66, 100])
    assert advance(run.pk, 1, subject) is False
    assert len(asked) == len(set(asked)) == 3


def test_a_worker_killed_in_a_case_loses_only_that_case() -> None:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    asked: list[str] = []
    subject = standing.subject(found, asked)

    async def dies(question: Question) -> Answer:
        if "dean" in question.text:
            raise KeyboardInterrupt
        return await subject.answer(question)

    with pytest.raises(KeyboardInterrupt):
        advance(run.pk, 10, replace(subject, answer=dies))
    assert Result.objects.filter(run=run).count() == 1
    advance(run.pk, 10, subject)
    run.refresh_from_db()
    assert (run.state, run.results.count()) == (Run.State.DONE, 3)
    assert asked.count("How long is a loan?") == 1


def test_a_failed_case_is_recorded_and_counts_as_wrong() -> None:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    subject = standing.subject(found)
    trace = UUID(int=7)

    async def fails(question: Question) -> Answer:
        if "loan" in question.text:
            raise AgentFailed(trace)
        return await subject.answer(question)

    advance(run.pk, 10, replace(subject, answer=fails))
    run.refresh_from_db()
    assert (run.state, run.results.count()) == (Run.State.DONE, 3)
    failed = run.results.get(case__external_id="c1")
    assert (failed.outcome["status"], failed.outcome["trace"]) == ("failed", str(trace))
    assert (failed.scores["all_facts"], failed.scores["answered"], failed.scores["recall@10"]) == (0, 0, 1)
    assert run.metrics["correct_refusal"]["mean"] == 1


def test_a_search_that_fails_is_a_failed_case_too() -> None:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())

    async def fails(query: str) -> Sequence[Passage]:
        raise ConnectionError("the search is down")

    advance(run.pk, 10, replace(standing.subject(found), search=fails))
    assert {result.outcome["error"] for result in run.results.all()} == {"ConnectionError: the search is down"}


def test_a_run_in_other_hands_is_left_alone() -> None:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    asked: list[str] = []
    settings = connection.get_connection_params()
    parameters = {name: settings[name] for name in ("dbname", "user", "password", "host", "port") if name in settings}
    with psycopg.connect(**parameters) as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", [runner.LOCK_SPACE, run.pk])
        assert advance(run.pk, 10, standing.subject(found, asked)) is False
    assert asked == []


def test_a_run_of_an_assistant_that_is_off_fails_with_a_reason() -> None:
    standing.section()
    assistant = standing.assistant()
    run = runner.create(standing.dataset(), assistant)
    assistant.is_active = False
    assistant.save()
    assert advance(run.pk, 10) is False
    run.refresh_from_db()
    assert run.state == Run.State.FAILED
    assert "“rules”" in run.error


def test_results_outlive_their_case() -> None:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    advance(run.pk, 10, standing.subject(found))
    Case.objects.filter(external_id="c1").delete()
    assert run.results.get(case=None).asked["question"] == "How long is a loan?"


def test_what_a_run_depended_on_is_kept() -> None:
    section = standing.section()
    assistant, dataset = standing.assistant(), standing.dataset()
    before = runner.create(dataset, assistant).configuration
    assert before["assistant"]["top_k"] == assistant.top_k
    assert before["code"]
    document = section.document
    document.content_hash, document.indexed_at = "b" * 64, document.created_at
    document.save()
    after = runner.create(dataset, assistant).configuration
    assert before["collections"][0]["fingerprint"] != after["collections"][0]["fingerprint"]
    assert before["dataset"] == after["dataset"]
