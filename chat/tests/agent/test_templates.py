from chat.agent.answers.formats.templates import from_template
from chat.agent.answers.sentences import ranked_for
from chat.agent.state import Draft
from chat.tests.agent.passages import asked, passage
from knowledge.retrieval.config import Passage


def _draft(question: str, evidence: list[Passage], names: dict[str, float] | None = None) -> Draft | None:
    taken = asked(question, names)
    return from_template(taken, ranked_for(taken, evidence), evidence, "en")


def test_an_assessment_lists_what_counts_and_says_what_is_needed() -> None:
    rows = "[Method] Examination · [Weight] 45 %\n[Method] Project · [Weight] 55 %"
    evidence = [
        passage(rows, section="9. Assessment", title="Databases", language="en"),
        passage(
            "A mark of at least 4 is needed. Bring a pen.", section="Second thoughts", title="Other", language="en"
        ),
    ]
    draft = _draft("How is Databases assessed?", evidence)
    assert draft is not None
    assert "- Examination — Weight: 45 % [1]" in draft.text
    assert "pen" not in draft.text
    assert [citation.quote for citation in draft.citations] == [rows]


def test_a_single_figure_of_it_is_no_assessment() -> None:
    evidence = [passage("[Method] Examination · [Weight] 45 %", section="Assessment", language="en")]
    assert _draft("How much does the examination count?", evidence) is None


def test_only_the_bibliography_that_is_asked_for() -> None:
    evidence = [
        passage("– Ash, T. (2018). Inside.\n– Birch, A. (2019). Outside.", section="Complementary bibliography"),
        passage("– Oak, O. (2018). Basics.\n– Elm, E. (2019). More.", section="Basic bibliography"),
    ]
    evidence[1] = evidence[1].__class__(**{**evidence[1].__dict__, "document_id": evidence[0].document_id})
    both, one = _draft("Bibliography of Trees", evidence), _draft("Complementary bibliography of Trees", evidence)
    assert both is not None
    assert one is not None
    assert len(both.citations) == 2
    assert [citation.section for citation in one.citations] == ["Complementary bibliography"]


def test_whom_to_write_to_in_the_questions_language() -> None:
    row = "[Name] Roi Xistral · [E-mail] roi@b.example · [Office] I-1 · [Hours] Monday"
    evidence = [passage(row.replace("Monday", "luns"), language="gl"), passage(row, section="Staff", language="en")]
    draft = _draft("How can I contact Roi Xistral?", evidence, {"roi": 1, "xistral": 1})
    assert draft is not None
    assert draft.text.splitlines()[2:5] == ["- E-mail: roi@b.example [1]", "- Office: I-1 [1]", "- Hours: Monday [1]"]


def test_nobody_else_is_whom_to_write_to() -> None:
    row = "[Name] Roi Neboeiro · [E-mail] roi@b.example · [Office] I-1 · [Hours] Monday"
    assert _draft("How can I contact Roi Xistral?", [passage(row)], {"roi": 1, "xistral": 1}) is None


def test_steps_come_with_who_and_where_of_the_same_document() -> None:
    steps = passage(
        "1. Fill in the form.\n2. Sign it.\n3. Wait.", section="Step by step", title="Appeals", language="en"
    )
    others = [
        passage("Anybody may appeal.", section="Who may appeal", language="en"),
        passage("In office 3.", section="Where to ask", language="en"),
    ]
    same = [one.__class__(**{**one.__dict__, "document_id": steps.document_id}) for one in others]
    stranger = passage("In winter.", section="Deadline", language="en")
    draft = _draft("How do I appeal?", [steps, *same, stranger])
    assert draft is not None
    assert draft.text.index("2. Sign it. [1]") < draft.text.index("**Who may appeal**: Anybody may appeal. [2]")
    assert "In office 3." in draft.text
    assert "winter" not in draft.text
