"""The pages as staff and reviewers meet them."""

from io import BytesIO
from zipfile import ZipFile

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from evaluation import runner
from evaluation.models import Case, Dataset, Run
from evaluation.records import read
from evaluation.tasks import advance_run
from evaluation.tests import standing
from evaluation.tests.test_records import FILE

pytestmark = pytest.mark.django_db

REVIEWER = ("view_dataset", "view_case", "view_run", "view_result", "add_run")


@pytest.fixture
def reviewer(client: Client) -> Client:
    user = User.objects.create_user("reviewer", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="evaluation", codename__in=REVIEWER))
    client.force_login(user)
    return client


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Runs handed to the worker."""
    ids: list[int] = []
    monkeypatch.setattr(advance_run, "delay", ids.append)
    return ids


def finished_run() -> Run:
    found = standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    async_to_sync(runner.advance)(run.pk, 10, standing.subject(found))
    run.refresh_from_db()
    return run


def upload(client: Client, text: str) -> str:
    file = SimpleUploadedFile("dataset.yaml", text.encode())
    answer = client.post(reverse("admin:evaluation_dataset_import"), {"file": file}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_yaml_file_is_imported(admin_client: Client) -> None:
    page = upload(admin_client, FILE)
    assert "“Normativa” has 2 cases: 2 new, 0 changed, 0 as before, 0 removed." in page
    assert Case.objects.count() == 2


def test_a_broken_file_lists_every_problem_and_changes_nothing(admin_client: Client) -> None:
    page = upload(admin_client, FILE.replace("kind: unanswerable", "kind: odd").replace("answer: 35", "awnser: 35"))
    assert "case 1 (r01)" in page
    assert "case 2 (2)" in page
    assert not Dataset.objects.exists()


def test_datasets_are_exported(admin_client: Client) -> None:
    upload(admin_client, FILE)
    [dataset] = Dataset.objects.all()
    chosen = {"action": "export_yaml", "_selected_action": [dataset.pk]}
    answer = admin_client.post(reverse("admin:evaluation_dataset_changelist"), chosen)
    assert read(answer.content) == read(FILE.encode())
    other = Dataset.objects.create(slug="other", name="Other")
    chosen = {"action": "export_yaml", "_selected_action": [dataset.pk, other.pk]}
    packed = admin_client.post(reverse("admin:evaluation_dataset_changelist"), chosen).content
    assert ZipFile(BytesIO(packed)).namelist() == ["other.yaml", "regulations.yaml"]


def test_a_reviewer_starts_a_run(
    reviewer: Client, queued: list[int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    standing.section()
    dataset, assistant = standing.dataset(), standing.assistant()
    page = reviewer.get(reverse("admin:evaluation_run_add"), {"dataset": dataset.pk}).content.decode()
    assert f'<option value="{dataset.pk}" selected>' in page
    assert ('value="Start run"' in page, 'name="_save"' in page) == (True, False)
    with django_capture_on_commit_callbacks(execute=True):
        chosen = {"dataset": dataset.pk, "assistant": assistant.pk}
        answer = reviewer.post(reverse("admin:evaluation_run_add"), chosen)
    run = Run.objects.get()
    assert answer["Location"] == reverse("admin:evaluation_run_change", args=[run.pk])
    assert (run.state, queued) == (Run.State.WAITING, [run.pk])
    assert run.configuration["assistant"]["slug"] == "rules"


def test_a_reviewer_cannot_change_datasets(reviewer: Client) -> None:
    assert reviewer.get(reverse("admin:evaluation_dataset_import")).status_code == 403
    assert reviewer.get(reverse("admin:evaluation_case_add")).status_code == 403
    page = reviewer.get(reverse("admin:evaluation_dataset_changelist")).content.decode()
    assert "Import YAML" not in page


def test_the_page_of_a_run_shows_metrics_and_cases(reviewer: Client) -> None:
    run = finished_run()
    page = reviewer.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
    for part in ("citation_correctness", "How long is a loan?", standing.TEXT, "loans.pdf", "refused", "search_depth"):
        assert part in page, part
    assert "data-run-going" not in page
    assert reviewer.get(reverse("admin:evaluation_run_changelist")).status_code == 200


def test_an_answer_leads_to_its_trace(reviewer: Client) -> None:
    run = finished_run()
    result = run.results.get(case__external_id="c1")
    result.outcome["trace"] = "00000000-0000-0000-0000-000000000007"
    result.save()
    page = reviewer.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
    assert reverse("admin:chat_trace_change", args=[result.outcome["trace"]]) in page


def test_a_run_that_is_going_on_is_watched(reviewer: Client) -> None:
    standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    page = reviewer.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
    assert "data-run-going" in page


def test_two_runs_side_by_side(reviewer: Client) -> None:
    first = finished_run()
    second = runner.create(first.dataset, first.assistant)
    Run.objects.filter(pk=second.pk).update(metrics={"mrr": {"mean": 0.25, "cases": 1}})
    chosen = {"action": "compare", "_selected_action": [first.pk, second.pk]}
    page = reviewer.post(reverse("admin:evaluation_run_changelist"), chosen, follow=True).content.decode()
    for part in (
        "1.000",
        "0.250",
        "-0.750",
        "How long is a loan?",
        "Cases: 1",
        "They ran with the same configuration.",
    ):
        assert part in page, part


def test_runs_side_by_side_fold_the_cases_that_went_the_same(reviewer: Client) -> None:
    first = finished_run()
    second = runner.create(first.dataset, first.assistant)
    for result in first.results.all():
        result.pk, result.run = None, second
        result.save()
    address = reverse("admin:evaluation_run_compare")
    asked = {"run": [first.pk, second.pk]}
    number = first.results.count()
    assert f"0 of {number} cases went differently." in reviewer.get(address, asked).content.decode()
    changed = second.results.get(case__external_id="c1")
    changed.outcome["status"] = "not_found"
    changed.save()
    page = reviewer.get(address, asked).content.decode()
    assert f"1 of {number} cases went differently." in page
    assert page.index("c1</th>") < page.index("<details>") < page.index("c2</th>")
    assert "different datasets" not in page


def test_runs_of_different_datasets_are_said_to_be_no_comparison(reviewer: Client) -> None:
    first = finished_run()
    second = runner.create(Dataset.objects.create(slug="other", name="Other"), first.assistant)
    page = reviewer.get(reverse("admin:evaluation_run_compare"), {"run": [first.pk, second.pk]}).content.decode()
    assert "different datasets" in page


def test_the_page_of_a_run_begins_with_what_went_wrong(reviewer: Client) -> None:
    run = finished_run()
    last = run.results.order_by("pk").last()
    run.results.exclude(pk=last.pk).update(scores={"answered": 1.0})
    last.scores = {"answered": 0.0}
    last.save()
    page = reviewer.get(reverse("admin:evaluation_run_change", args=[run.pk]))
    assert f"1 of {run.results.count()} cases went wrong" in page.content.decode()
    assert page.context["results"][0].id == last.asked["id"]


def test_runs_side_by_side_say_what_else_was_changed_between_them(reviewer: Client) -> None:
    first = finished_run()
    second = runner.create(first.dataset, first.assistant)
    slug = second.configuration["collections"][0]["slug"]
    second.configuration["collections"][0]["fingerprint"] = "changed since"
    second.save()
    address = reverse("admin:evaluation_run_compare")
    page = reviewer.get(address, {"run": [first.pk, second.pk]}).content.decode()
    assert f"<code>collections.{slug}.fingerprint</code>" in page
    assert "<td>changed since</td>" in page
    assert "<code>assistant.top_k</code>" not in page


def test_one_run_cannot_be_compared(reviewer: Client) -> None:
    chosen = {"action": "compare", "_selected_action": [finished_run().pk]}
    page = reviewer.post(reverse("admin:evaluation_run_changelist"), chosen, follow=True).content.decode()
    assert "Select two runs to compare." in page


def test_a_stopped_run_continues(
    reviewer: Client, queued: list[int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    standing.section()
    run = runner.create(standing.dataset(), standing.assistant())
    Run.objects.filter(pk=run.pk).update(state=Run.State.FAILED, error="no")
    with django_capture_on_commit_callbacks(execute=True):
        reviewer.post(reverse("admin:evaluation_run_changelist"), {"action": "proceed", "_selected_action": [run.pk]})
    run.refresh_from_db()
    assert (run.state, run.error, queued) == (Run.State.WAITING, "", [run.pk])


def test_facts_of_a_wrong_shape_are_refused(admin_client: Client) -> None:
    dataset = Dataset.objects.create(slug="d", name="D")
    case = {"dataset": dataset.pk, "external_id": "1", "kind": "answerable", "question": "x", "form": "{}"}
    page = admin_client.post(reverse("admin:evaluation_case_add"), {**case, "facts": '["30"]'}).content.decode()
    assert "Write groups of alternatives" in page
    admin_client.post(reverse("admin:evaluation_case_add"), {**case, "facts": '[["30"]]', "documents": "a.md,b.md"})
    assert Case.objects.get().documents == ["a.md", "b.md"]


def test_the_task_goes_on_until_the_run_is_done(monkeypatch: pytest.MonkeyPatch, queued: list[int]) -> None:
    answers = iter([True, False])

    async def advance(run_id: int, limit: int) -> bool:
        return next(answers)

    monkeypatch.setattr(runner, "advance", advance)
    advance_run(7)
    advance_run(7)
    assert queued == [7]
