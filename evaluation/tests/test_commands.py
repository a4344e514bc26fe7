import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from chat.agent.context import AgentContext
from chat.agent.events import Answer, Question
from evaluation import subject
from evaluation.models import Case, Dataset, Run
from evaluation.tests import standing
from evaluation.tests.test_records import FILE

pytestmark = pytest.mark.django_db


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dataset, and an assistant whose answers are known; c4 is one it gets wrong."""
    found = standing.section()
    standing.assistant()
    wrong = Case(question="How long is the loan of a magazine?", answer="7 days", facts=[["7 days"]])
    standing.dataset(*standing.standard_cases(), wrong)

    async def standing_in(slug: str) -> subject.Subject:
        return standing.subject(found)

    monkeypatch.setattr(subject, "assistant", standing_in)


def evaluate(*arguments: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("evaluate", "--dataset", "loans", "--assistant", "rules", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.mark.usefixtures("loaded")
def test_the_table_shows_means_and_what_went_wrong() -> None:
    out, _err = evaluate()
    assert "recall@10               1.000     1 cases" in out
    assert "1 cases to look at" in out
    for part in (
        "c4 (answerable): How long is the loan of a magazine?",
        "expected: 7 days",
        "came:     answered: The loan",
    ):
        assert part in out


@pytest.mark.usefixtures("loaded")
def test_json_alone_on_standard_output() -> None:
    out, err = evaluate("--json", "--min", "recall@10=1")
    record = json.loads(out)
    assert err == ""
    assert record["metrics"]["all_facts"] == 0.5
    assert record["cases"]["all_facts"] == 2
    assert record["floors"] == {"recall@10": 1.0}
    assert [one["case"]["id"] for one in record["results"]] == ["c1", "c2", "c3", "c4"]
    assert record["configuration"]["assistant"]["slug"] == "rules"


@pytest.mark.usefixtures("loaded")
def test_a_metric_below_its_floor_fails_and_says_so() -> None:
    with pytest.raises(CommandError) as caught:
        evaluate("--min", "all_facts=0.9", "--min", "mrr=1", "--min", "thematic_coverage=0.5")
    assert caught.value.returncode == 1
    assert "all_facts is 0.5000, below its floor of 0.9." in str(caught.value)
    assert "thematic_coverage cannot be checked" in str(caught.value)
    assert "mrr" not in str(caught.value)


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("floor", ["recall=1", "mrr", "mrr=high"])
def test_a_floor_that_makes_no_sense_is_wrong_usage(floor: str) -> None:
    with pytest.raises(CommandError, match=r"not a metric|not METRIC=VALUE"):
        evaluate("--min", floor)
    assert not Run.objects.exists()


def test_an_unknown_dataset_is_wrong_usage() -> None:
    Dataset.objects.create(slug="exams", name="Exams")
    with pytest.raises(CommandError, match=r"no dataset “loans”. Existing: exams") as caught:
        evaluate()
    assert caught.value.returncode == 2


def test_datasets_are_imported_and_a_broken_one_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("slug: b\n", "utf-8")
    (tmp_path / "good.yaml").write_text(FILE, "utf-8")
    err = io.StringIO()
    with pytest.raises(CommandError, match=r"(?s)broken.yaml was not imported:.*“name”.*none.yaml cannot be read"):
        call_command(
            "import_dataset", *(str(tmp_path / f"{name}.yaml") for name in ("broken", "good", "none")), stderr=err
        )
    assert "regulations: 2 cases created" in err.getvalue()
    assert [dataset.slug for dataset in Dataset.objects.all()] == ["regulations"]


def test_the_assistant_is_asked_as_its_users_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    standing.section()
    standing.assistant()
    standing.dataset(Case(question="Where to?", form={"days": 3}))
    asked: list[tuple[Question, AgentContext]] = []

    async def answer(question: Question, context: AgentContext) -> Answer:
        asked.append((question, context))
        return Answer("not_found", "", "en", "search")

    monkeypatch.setattr("chat.agent.run.answer", answer)
    evaluate()
    [(question, context)] = asked
    assert (question.text, dict[str, Any](question.form)) == ("Where to?", {"days": 3})
    assert (context.slug, context.origin, context.scope.visibilities) == ("rules", "evaluation", ("public",))
