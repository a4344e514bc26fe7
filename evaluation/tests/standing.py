"""A small dataset on one stored document, and subjects whose answers are known."""

from collections.abc import Sequence

from chat.agent.events import Answer, Citation, Question
from chat.models import Assistant
from evaluation.models import Case, Dataset
from evaluation.subject import Subject
from knowledge.models import Collection, Document, Section
from knowledge.retrieval.config import Passage

TEXT = "The loan of a doctoral student lasts 30 days."


def section() -> Section:
    collection = Collection.objects.create(slug="rules", name="Rules")
    document = Document.objects.create(
        collection=collection, external_id="loans.pdf", title="Loans", file_name="loans.pdf", content_hash="a" * 64
    )
    return Section.objects.create(document=document, position=0, title="Terms", text=TEXT, page_breaks=[[0, 2]])


def assistant() -> Assistant:
    made = Assistant.objects.create(slug="rules")
    made.collections.set(Collection.objects.all())
    return made


def dataset(*cases: Case) -> Dataset:
    made = Dataset.objects.create(slug="loans", name="Loans")
    for number, case in enumerate(cases or standard_cases(), 1):
        case.dataset, case.external_id = made, f"c{number}"
        case.save()
    return made


def standard_cases() -> tuple[Case, ...]:
    facts = {"answer": "30 days", "facts": [["30 days"]], "documents": ["loans.pdf"]}
    return (
        Case(question="How long is a loan?", **facts),
        Case(question="Who is the dean of magic?", kind="unanswerable"),
        Case(question="What marks did Ana get?", kind="sensitive"),
    )


def passage(found: Section) -> Passage:
    return Passage(
        chunk_id=1,
        document_id=found.document_id,
        document=found.document.external_id,
        title=found.document.title,
        section_id=found.pk,
        section=found.title,
        section_text=found.text,
        start=0,
        end=len(found.text),
        page=2,
        page_breaks=((0, 2),),
        text=found.text,
        score=1.0,
        dense=0.5,
        lexical=3.0,
        language="en",
    )


def subject(found: Section, asked: list[str] | None = None) -> Subject:
    """Answers a question about loans by quoting the section, refuses one about marks, and finds nothing else.

    `asked` collects the questions, in order.
    """
    one = passage(found)
    citation = Citation(1, found.document_id, "loans.pdf", "Loans", "Terms", 2, found.text)

    async def answer(question: Question) -> Answer:
        if asked is not None:
            asked.append(question.text)
        if "marks" in question.text:
            return Answer("refused", "No.", "en", "search")
        if "loan" not in question.text:
            return Answer("not_found", "Nothing found.", "en", "search")
        return Answer("answered", f"{found.text} [1]", "en", "search", (citation,), (one,))

    async def search(query: str) -> Sequence[Passage]:
        return [one]

    return Subject(answer, search)
