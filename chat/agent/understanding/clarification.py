"""Whether an answer depends on something the question does not say: of which course, of which year; or what of a topic
that was typed alone, as into a search box ("grants"), which is no question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from chat.agent.answers.passages import Quote
from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.answers.reading import read
from chat.agent.context import AgentContext
from chat.agent.events import Turn
from chat.agent.retrieval.families import Source, current, families, holding, past_year, sources
from chat.agent.state import AgentState
from chat.agent.understanding.changes import asks_former
from chat.agent.understanding.divergence import diverge
from chat.agent.understanding.entities import Entities
from chat.agent.understanding.mentions import Known, known
from chat.agent.understanding.wordings import word
from knowledge.catalogue.entries import is_entry
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import split
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

# Courses are offered whose documents answer so nearly as surely as the best course's.
OFFERED = 0.5
# Who says "the course" means one, whatever regulations say of courses.
_THE_COURSE = word("courses", "the_course")
MAX_CHOICES = 6
PASSAGES_EACH = 2
MAX_TOPIC_WORDS = 2
"""with an article: "the grants" """
MIN_TOPICS = 2


@dataclass(frozen=True)
class Missing:
    what: Literal["course", "academic_year", "topic"]
    values: tuple[str, ...]
    """as the documents say them, the likeliest first"""


def says_the_course(asked: str) -> bool:
    return bool(_THE_COURSE.search(fold(asked)))


def course_talked_of(history: Sequence[Turn], names: Known) -> str:
    """The course that the last answer quotes, or that the last message to name any names, as it is written there; empty
    where it names several."""
    for turn in reversed(history):
        if turn.course:
            return turn.course
        named = [one for one in names.mentions(turn.text) if one.kind == "course"] if turn.role == "user" else []
        if named:
            return turn.text[named[0].start : named[0].end] if len(named) == 1 else ""
    return ""


def what_is_open(state: AgentState, context: AgentContext) -> Missing | None:
    """What a clarifying question would ask; None where nothing is open, or where the last message was one already."""
    question, classification = state["question"], state["classification"]
    if classification.intent != "search" or state["sides"] or question.answers_ours:
        return None
    held = holding([*state["evidence"], *state.get("others", ())])
    passages = list({passage.chunk_id: passage for passage in held}.values())
    evidence = [passage for passage in state["evidence"] if not is_entry(passage)]
    versions = sources(passage.document_id for passage in (*passages, *evidence))
    of_courses = any(versions[one.document_id].course for one in evidence if one.document_id in versions)
    open_course = of_courses or says_the_course(state["asked"])
    open_course = open_course and not question.course and not names_subject(state, context)
    missing = missing_course(state["asked"], passages, versions, state["threshold"]) if open_course else None
    year = question.academic_year or classification.entities.academic_year or past_year(state["asked"], "")
    is_plain = bool(year) or asks_former(state["asked"])
    return missing or (None if is_plain else missing_year(state["asked"], passages, versions))


def topic_alone(state: AgentState, context: AgentContext) -> Missing | None:
    """What of a topic is meant that was typed alone; a model that reads the evidence says what there is instead."""
    classification = state["classification"]
    if classification.intent != "search" or "generator" in context.models or state["question"].answers_ours:
        return None
    if replace(classification.entities, academic_year="") != Entities():
        return None
    return missing_topic(state["asked"], [one for one in state["evidence"] if not is_entry(one)])


def names_subject(state: AgentState, context: AgentContext) -> bool:
    """Whether the question names its subject in any way; several courses with one name leave it open."""
    if state["classification"].entities.courses:
        return False
    return any(mention.kind != "year" for mention in known(context.scope).mentions(state["asked"]))


def missing_course(
    asked: str, found: Sequence[Passage], known: Mapping[int, Source], threshold: float
) -> Missing | None:
    """The courses between which the answer is open; None where one is plain, or all say the same.

    A course answers too where its documents alone do so as surely as an answer must be (`threshold`), and more surely
    than a document of no course, such as a regulation, that would answer for all.
    """
    best = _best_of_each(asked, found, {pk: source.course for pk, source in known.items()})
    general = best.pop("", None)
    top = max((candidate.score for candidate in best.values()), default=0.0)
    least, beyond = min(threshold, OFFERED * top), 0.0
    if not says_the_course(asked):
        least, beyond = threshold, general.score if general else 0.0
    answering = [one for one in best.values() if one.score >= least and one.score > beyond]
    if len(answering) < 2 or not diverge([_asked_for(asked, one) for one in answering], asked):
        return None
    offered = [course for course, candidate in best.items() if candidate.score >= min(least, OFFERED * top)]
    question = QuestionWords(asked)
    # With a word of their name in the question: "how many networks labs".
    half_named = [one for one in offered if question.said(terms_of(one, best[one].passage.language))]
    return None if half_named == offered[:1] else Missing("course", tuple(offered[:MAX_CHOICES]))


def missing_year(asked: str, found: Sequence[Passage], known: Mapping[int, Source]) -> Missing | None:
    """The years between which it is open which holds, where the best document's versions differ in their answer."""
    years = {
        one.document_id: one.academic_year
        for group in families(known.values())
        if found[0].document_id in {one.document_id for one in group}
        for one in current(group)
        if one.academic_year
    }
    if len(set(years.values())) < 2:
        return None
    best = _best_of_each(asked, [passage for passage in found if passage.document_id in years], years)
    if len(best) < 2 or not diverge([_asked_for(asked, one) for one in best.values()], asked):
        return None
    return Missing("academic_year", tuple(sorted(best, reverse=True)[:MAX_CHOICES]))


def _asked_for(asked: str, quote: Quote) -> str:
    """Of a paragraph the sentence with most of the question's words: what else it says may well differ."""
    if quote.kind != "paragraph":
        return quote.text
    question, language = QuestionWords(asked), quote.passage.language
    return max(split(quote.text), key=lambda one: (question.coverage(one, language), len(one.split())), default="")


def _best_of_each(asked: str, found: Sequence[Passage], group_of: Mapping[int, str]) -> dict[str, Quote]:
    """Group -> what of it answers best, read without the others, so that its rank among them tells nothing."""
    taken: dict[str, list[Passage]] = {}
    for passage in found:
        group = taken.setdefault(group_of.get(passage.document_id, ""), [])
        if len(group) < PASSAGES_EACH:
            group.append(passage)
    best = {name: quotes[0] for name, group in taken.items() if (quotes := read(asked, group))}
    return dict(sorted(best.items(), key=lambda item: -item[1].score))


def is_topic(text: str) -> bool:
    """One word that tells; a capital inside or a digit would make it a name or a code."""
    telling = [word for word in words(text) if fold(word) not in STOPWORDS]
    if "?" in text or len(text.split()) > MAX_TOPIC_WORDS or len(telling) != 1:
        return False
    return telling[0].isalpha() and telling[0][1:] == telling[0][1:].lower()


def missing_topic(asked: str, found: Sequence[Passage]) -> Missing | None:
    """What of a topic may be meant: documents whose titles say it, and sections whose headings do; None where the
    documents leave no choice."""
    topic = QuestionWords(asked)
    choices = dict.fromkeys(_label(topic, passage) for passage in found if topic.said(topic.above(passage)))
    if not is_topic(asked) or len(choices) < MIN_TOPICS:
        return None
    return Missing("topic", tuple(choices)[:MAX_CHOICES])


def _label(topic: QuestionWords, passage: Passage) -> str:
    is_titled = topic.coverage(passage.title, passage.language) == 1
    return passage.title if is_titled or not passage.section else f"{passage.section} ({passage.title})"
