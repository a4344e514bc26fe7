"""What the catalogue says of the courses and people that a question names: quotes that answer, and their entries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chat.agent.answers.passages import Quote
from chat.agent.context import AgentContext
from chat.agent.state import AgentState
from chat.agent.understanding.catalogue_field import OTHER, asked_field
from chat.agent.understanding.changes import asks_former
from chat.agent.understanding.mentions import known
from knowledge.catalogue import snapshot
from knowledge.catalogue.entries import Entry, EntryKind, EntryName, find
from knowledge.catalogue.matching import index_of
from knowledge.catalogue.snapshot import Catalogue, PersonEntry
from knowledge.embedding.remembered import query_vector, vectors
from knowledge.retrieval.config import Passage

OF_COURSES = ("people", "code", "programmes", "ects", "period", "url")
OF_PEOPLE = ("role", "courses", "email", "office", "hours", "contact")
OF_TEACHERS = ("email", "office", "hours", "contact")
"""asked of a course, these are its teachers'"""
FACTS: Mapping[str, tuple[str, ...]] = {"contact": ("email", "office", "hours"), "coordinator": ("role",)}
"""what is asked for -> the facts of an entry that say it, where they are called otherwise"""
MIN_PROBABILITY = 0.5
"""0-1: how surely a field must be asked for; docs/agent.md has what it was set on"""
MAX_ENTRIES = 4


@dataclass(frozen=True)
class Facts:
    field: str = ""
    """that is asked for"""
    passages: tuple[Passage, ...] = ()
    quotes: tuple[Quote, ...] = ()
    """of these passages; the score is the probability that this is what is asked for"""


def published_field(state: AgentState, context: AgentContext) -> tuple[str, float]:
    """The field of an entry that is asked for, and how probably; none where no course and nobody is named."""
    if state["classification"].intent != "search" or not any(_named(state, snapshot.current())):
        return "", 0.0
    mentions = known(context.scope).mentions(state["asked"])
    found = asked_field(state["asked"], mentions, state["classification"].language)
    return ("", 0.0) if found[0] == OTHER else found


def facts(state: AgentState, context: AgentContext) -> Facts:
    """Nothing where the question names no course and nobody, or is asked of one document."""
    if context.scope.document:
        return Facts()
    field, probability = published_field(state, context)
    catalogue, language = snapshot.current(), state["classification"].language
    courses, people = _named(state, catalogue)
    named = [EntryName(*key, language) for key in (*people, *courses)] if "generator" in context.models else []
    asked = _asked(field, courses, people, catalogue, language) if probability >= MIN_PROBABILITY else ()
    wanted = list(dict.fromkeys(asked))
    entries = _entries([*wanted, *named], state, catalogue)
    passages = _passages(entries, state)
    kinds = FACTS.get(field, (field,))
    quotes = tuple(
        Quote(passage, start, end, probability, "pair")
        for entry, passage in zip(entries, passages, strict=True)
        for kind, start, end in entry.spans()
        if kind in kinds and entry.name in wanted
    )
    return Facts(field if quotes else "", passages if quotes or named else (), quotes)


_Key = tuple[EntryKind, str]


def _named(state: AgentState, catalogue: Catalogue) -> tuple[list[_Key], list[_Key]]:
    """Courses and people; what was chosen on the page where the question names none, nothing where too many are."""
    entities = state["classification"].entities
    codes = tuple(filter(None, (entities.course, *entities.several))) or _chosen(state["question"].course, catalogue)
    people = tuple(filter(None, (entities.person, *entities.people)))
    found: tuple[list[_Key], list[_Key]] = ([("course", code) for code in codes], [("person", key) for key in people])
    return found if len(codes) <= MAX_ENTRIES and len(people) <= MAX_ENTRIES else ([], [])


def _chosen(course: str, catalogue: Catalogue) -> tuple[str, ...]:
    """The code of a course that documents call so."""
    hits = index_of(catalogue).hits(course) if course else ()
    return next((hit.keys for hit in hits if hit.kind == "course" and len(hit.keys) == 1), ())


def _asked(
    field: str, courses: Sequence[_Key], people: Sequence[_Key], catalogue: Catalogue, language: str
) -> Iterator[EntryName]:
    """Whose entries hold what is asked for."""
    if field in OF_COURSES or (field in OF_PEOPLE and people):
        yield from (EntryName(*key, language) for key in (courses if field in OF_COURSES else people))
        return
    for _kind, code in courses:
        for person in catalogue.teachers.get(code, ()):
            if field in OF_TEACHERS:
                yield EntryName("person", person.identifier, language)
            elif field == "coordinator" and (said_in := _says_coordinator(person, code, catalogue, language)):
                yield EntryName("person", person.identifier, said_in)


def _says_coordinator(person: PersonEntry, code: str, catalogue: Catalogue, language: str) -> str:
    """The language, this one if it can be, in which somebody's role names the course that it is a role in."""
    for said_in in (language, *person.roles):
        hits = index_of(catalogue).hits(person.roles.get(said_in, ""))
        if any(hit.kind == "course" and code in hit.keys for hit in hits):
            return said_in
    return ""


def _entries(names: Sequence[EntryName], state: AgentState, catalogue: Catalogue) -> list[Entry]:
    """Each once; none of another academic year than the one that is asked about, and none for how things were before:
    the catalogue is of now."""
    if asks_former(state["asked"]):
        return []
    year = state["question"].academic_year or state["classification"].entities.academic_year
    found = [entry for name in dict.fromkeys(names) if (entry := find(name, catalogue)) and entry.statement.facts]
    return [entry for entry in found if not year or entry.statement.origin.academic_year in ("", year)][:MAX_ENTRIES]


def _passages(entries: Sequence[Entry], state: AgentState) -> tuple[Passage, ...]:
    """They were looked up by name: nothing that was searched for is likelier to be about what is asked."""
    if not entries:
        return ()
    best = max((passage.score for passage in state["evidence"]), default=1.0)
    cosines = vectors([f"{entry.title}\n{entry.text}" for entry in entries]) @ query_vector(state["asked"])
    numbered = enumerate(zip(entries, cosines, strict=True), start=1)
    return tuple(entry.passage(number, best, float(cosine)) for number, (entry, cosine) in numbered)
