"""Metrics of answers, against values computed by hand."""

import pytest

from evaluation.metrics import abstention, answers, judged
from evaluation.metrics.base import Observation, Quote, SourceText
from evaluation.metrics.registry import METRICS, NAMES, score, summarise

# "Page one ends here." on page 3, "The loan is\n for 30 days." from offset 20 on page 4
SECTION = SourceText("Page one ends here. The loan is\n for 30 days.", ((0, 3), (20, 4)))


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        (Quote(1, "The loan is for 30 days.", 4), True),
        (Quote(1, "The loan is for 30 days.", 3), False),
        (Quote(1, "The loan is for 30 days.", None), False),
        (Quote(1, "ends here. The loan", 3), True),
        (Quote(1, "ends here. The loan", 4), True),
        (Quote(1, "the loan is for 30 days.", 4), False),
        (Quote(1, "The loan lasts 30 days.", 4), False),
        (Quote(1, " ", 4), False),
    ],
)
def test_a_quote_stands_word_for_word_on_its_page(quote: Quote, stands: bool) -> None:
    assert answers.stands_in(quote, [SECTION]) is stands


def test_a_document_without_pages_is_cited_without_one() -> None:
    section = SourceText("Thirty days.")
    assert answers.stands_in(Quote(1, "Thirty days.", None), [section])
    assert not answers.stands_in(Quote(1, "Thirty days.", 1), [section])


def test_citation_correctness_is_a_share_of_the_citations() -> None:
    right, wrong, gone = Quote(1, "30 days", 4), Quote(1, "40 days", 4), Quote(2, "30 days", 4)
    sources = {1: (SECTION,)}
    seen = Observation("answerable", "answered", quotes=(right, wrong, gone, right), sources=sources)
    assert answers.citation_correctness(seen) == 0.5
    assert answers.citation_correctness(Observation("answerable", "answered")) == 0
    assert answers.citation_correctness(Observation("answerable", "not_found")) is None


def holding(text: str, *facts: tuple[str, ...]) -> Observation:
    return Observation("answerable", "answered", text=text, facts=facts)


def test_facts_are_found_aside_from_case_accents_spaces_and_markup() -> None:
    text = "O préstamo é de **30**\u00a0 días [1] para DOUTORAMENTO, de 8:15–9:00."
    assert answers.fact_recall(holding(text, ("30 dias",), ("doctorado", "doutoramento"), ("8:15-9:00",))) == 1
    assert answers.fact_recall(holding(text, ("30 dias",), ("máster",))) == 0.5
    assert answers.all_facts(holding(text, ("30 dias",), ("máster",))) == 0
    assert answers.all_facts(holding(text, ("30 dias",))) == 1
    assert answers.fact_recall(holding(text)) is None
    assert answers.all_facts(holding(text)) is None


@pytest.mark.parametrize("text", ["300 días", "130", "2.30 h", "30.5", "30,5", "30:15"])
def test_a_number_must_stand_whole(text: str) -> None:
    assert answers.fact_recall(holding(text, ("30",))) == 0


@pytest.mark.parametrize("text", ["30", "son 30.", "(30)", "30, e máis", "[1] 30"])
def test_a_number_may_be_followed_by_punctuation(text: str) -> None:
    assert answers.fact_recall(holding(text, ("30",))) == 1


@pytest.mark.parametrize(
    ("kind", "status", "expected"),
    [
        ("unanswerable", "not_found", {"correct_not_found": 1, "no_wrong_refusal": 1}),
        ("unanswerable", "answered", {"correct_not_found": 0, "no_wrong_refusal": 1}),
        ("sensitive", "refused", {"correct_refusal": 1}),
        ("sensitive", "answered", {"correct_refusal": 0}),
        ("answerable", "refused", {"answered": 0, "no_wrong_refusal": 0}),
        ("noisy", "answered", {"answered": 1, "no_wrong_refusal": 1}),
        ("multi_document", "failed", {"answered": 0, "no_wrong_refusal": 1}),
        ("ambiguous", "clarify", {"no_wrong_refusal": 1}),
    ],
)
def test_statuses(kind: str, status: str, expected: dict[str, float]) -> None:
    given = {metric.name: metric.score(Observation(kind, status)) for metric in abstention.METRICS}
    asked_back = {"correct_clarify", "no_needless_clarify"}
    assert {name: value for name, value in given.items() if value is not None and name not in asked_back} == expected


def test_every_metric_has_a_name_of_its_own_and_a_label() -> None:
    assert len(set(NAMES)) == len(METRICS)
    assert all(str(metric.label) for metric in METRICS)


def test_a_mean_leaves_out_the_cases_a_metric_says_nothing_about() -> None:
    scores = [score(Observation("sensitive", "refused")), score(Observation("unanswerable", "not_found"))]
    assert summarise([*scores, {"correct_not_found": 0.0}]) == {
        "correct_refusal": {"mean": 1.0, "cases": 1},
        "correct_not_found": {"mean": 0.5, "cases": 2},
        "no_wrong_refusal": {"mean": 1.0, "cases": 1},
        "no_needless_clarify": {"mean": 1.0, "cases": 2},
    }


@pytest.mark.parametrize(
    ("kind", "status", "asked_back", "left_alone"),
    [
        ("ambiguous", "clarify", 1, None),
        ("ambiguous", "answered", 0, None),
        ("answerable", "clarify", None, 0),
        ("unanswerable", "not_found", None, 1),
    ],
)
def test_a_question_in_return_is_right_for_ambiguous_questions_alone(
    kind: str, status: str, asked_back: float | None, left_alone: float | None
) -> None:
    seen = Observation(kind, status)
    assert (abstention.correct_clarify(seen), abstention.no_needless_clarify(seen)) == (asked_back, left_alone)


def test_supported_sentences_are_of_what_is_shown_and_faithfulness_of_what_was_written() -> None:
    seen = Observation("answerable", "answered", statements=4, unsupported=1, withdrawn=1)
    assert answers.supported_sentences(seen) == 0.75
    assert answers.faithfulness(seen) == 0.6
    assert answers.supported_sentences(Observation("answerable", "not_found")) is None
    assert answers.faithfulness(Observation("answerable", "answered")) is None


def test_the_critics_scores_are_metrics_too() -> None:
    seen = Observation("answerable", "answered", critic={"total": 0.9, "alignment": 0.8}, outcome="regenerated")
    given = score(seen)
    assert (given["critic_total"], given["critic_alignment"], given["validated_first"]) == (0.9, 0.8, 0)
    assert "critic_coherence" not in given
    assert judged.validated_first(Observation("sensitive", "refused")) is None
