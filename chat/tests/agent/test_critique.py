"""The five criteria, on answers of which a person would say the same."""

import pytest

from chat.agent.state import Critique
from chat.agent.verification.critic import WEIGHTS, Brief, criticise, decided, merged
from chat.agent.verification.verify import verified
from chat.tests.agent.verification.standing import draft, passage

LOANS = passage(
    "La biblioteca presta libros a todos. El alumnado de doctorado puede llevarse 35 libros durante 30 días."
)
FACT = "El alumnado de doctorado puede llevarse 35 libros durante 30 días."
STAFF = passage("La decana de la Facultad es Olalla Raxeira Dorna.", 2, "Directorio")
BRIEF = Brief("¿Cuántos libros puede llevarse el alumnado de doctorado?", "es", ())
GOOD = "Quien hace el doctorado puede llevarse 35 libros durante 30 días. [1]"


def judged(text: str, *quotes: str, brief: Brief = BRIEF) -> Critique:
    evidence = [LOANS, STAFF]
    cited = ((next(one for one in evidence if quote in one.section_text), quote) for quote in quotes)
    return criticise(brief, verified(draft(text, *cited), evidence, brief.language), evidence)


@pytest.mark.django_db
def test_a_good_answer_passes() -> None:
    critique = judged(GOOD, FACT)
    assert not critique.regenerate
    assert critique.total > 0.9
    assert set(critique.scores) == set(critique.reasons) == set(WEIGHTS)
    assert critique.issues == ()


@pytest.mark.django_db
def test_an_answer_to_something_else_is_sent_back_though_its_source_says_it() -> None:
    critique = judged("La decana de la Facultad es Olalla Raxeira Dorna. [1]", STAFF.text)
    assert critique.regenerate
    assert critique.scores["hallucination"] == 1
    assert any(issue.startswith("alignment") for issue in critique.issues)


@pytest.mark.django_db
def test_what_was_invented_counts_though_it_was_taken_out() -> None:
    critique = judged(f"{GOOD}\n\nLas bibliotecas regalan bolígrafos azules en primavera. [1]", FACT)
    assert critique.scores["hallucination"] < 0.7
    assert critique.regenerate
    assert "bolígrafos" in critique.issues[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "criterion"),
    [
        ("A doctoral student may borrow thirty-five books during 30 days, said the library. [1]", "coherence"),
        ("Quien hace el doctorado puede llevarse 35 libros durante 30 [1]", "coherence"),
        (f"{GOOD}\n\n{GOOD}", "coherence"),
    ],
)
def test_another_language_repetition_and_half_sentences_are_incoherent(text: str, criterion: str) -> None:
    assert judged(text, FACT).scores[criterion] < 1


@pytest.mark.django_db
def test_both_sides_and_every_day_are_asked_for() -> None:
    whole = judged(GOOD, FACT).scores["completeness"]
    sides = Brief(BRIEF.question, "es", (), sides=("doctorado", "máster"))
    assert judged(GOOD, FACT, brief=sides).scores["completeness"] == pytest.approx(whole / 2)
    days = Brief(BRIEF.question, "es", (), days=2)
    assert judged(f"### Día 1\n\n{GOOD}", FACT, brief=days).scores["completeness"] == pytest.approx(whole / 2)


def test_weights_and_thresholds_are_those_of_the_specification() -> None:
    even = dict.fromkeys(WEIGHTS, 0.7)
    reasons = dict.fromkeys(WEIGHTS, "")
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    assert not decided(even, reasons).regenerate
    assert decided({**even, "hallucination": 0.69}, reasons).regenerate
    assert decided({**even, "alignment": 0.59}, reasons).regenerate
    assert decided({**even, "completeness": 0.3}, reasons).regenerate


def test_a_model_that_judges_is_not_believed_where_it_can_be_looked_up() -> None:
    reasons = dict.fromkeys(WEIGHTS, "fine")
    model = decided(dict.fromkeys(WEIGHTS, 1.0), reasons, by="openai:judge")
    local = decided({**dict.fromkeys(WEIGHTS, 0.8), "hallucination": 0.5}, reasons, ["“35”: not there"])
    both = merged(model, local)
    assert both.regenerate
    assert (both.scores["hallucination"], both.scores["coherence"], both.by) == (0.5, 1.0, "openai:judge")
    assert both.issues[0] == "“35”: not there"


def test_what_a_model_and_a_lookup_find_is_told_once() -> None:
    reasons = dict.fromkeys(WEIGHTS, "so")
    model = decided({**dict.fromkeys(WEIGHTS, 0.9), "alignment": 0.4}, reasons, ["too long"], "openai:judge")
    assert merged(model, decided(dict.fromkeys(WEIGHTS, 0.9), reasons)).issues == ("too long", "alignment: so")
