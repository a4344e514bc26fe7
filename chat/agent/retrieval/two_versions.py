"""Which two versions of which document a question for a change compares, and what of them it asks about."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from asgiref.sync import sync_to_async
from django.db.models import Q

from chat.agent.answers.changes import Change, Compared, changes, most_telling
from chat.agent.answers.passages import Quote
from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.answers.reading import confidence, read
from chat.agent.retrieval.families import Source, current, families, former, held_in, sources
from chat.agent.retrieval.searches import MIN_SHARE_OF_BEST, READ, Searcher
from chat.agent.retrieval.titled import titled
from chat.agent.understanding.changes import part_named, what_changed
from knowledge.models import Document
from knowledge.retrieval.config import Passage, Scope
from knowledge.retrieval.query import analyse
from knowledge.retrieval.whole import seen, whole
from knowledge.text.dates import named_years
from knowledge.text.sentences import spans
from knowledge.versions.editions import up_to_a_digit
from knowledge.versions.mentions import declares_replacement

MAX_SECTIONS = 400
"""of a version: more are not compared while somebody waits"""
OF_PART = 6
"""passages of each version that are read for the part that the question names"""
ANSWERING = 0.2
"""of the surest quote's score: what of that part is told too"""


async def two_versions(searcher: Searcher, question: str) -> Compared | None:
    """None where no document is found, or nothing of the part that is named."""
    subject = what_changed(question)
    if not analyse(subject):
        return None
    # Both are asked about: no year limits the search, and nothing is demoted for having ended.
    everywhere = replace(searcher, config=replace(searcher.config, out_of_force=1.0)).within(academic_year="")
    found = await everywhere(subject, READ)
    meant = await sync_to_async(_meant)(question, subject, found, everywhere.scope)
    if meant is None or isinstance(meant, Passage):
        return await sync_to_async(_alone)(meant, everywhere.scope) if meant else None
    older, newer = meant
    differ = await sync_to_async(differences)(older.document_id, newer.document_id, everywhere.scope)
    if differ is None:
        return None
    compared = Compared(older.title, newer.title, (older.document_id, newer.document_id))
    if part := _part(subject, newer, found):
        return await _of_part(compared, differ, meant, part, everywhere)
    told = _with(compared, differ)
    return (told if told.more else replace(told, documents=())) if differ else None


def _with(compared: Compared, found: Sequence[Change]) -> Compared:
    told, more = most_telling(found)
    return replace(compared, told=told, more=more)


def _meant(
    question: str, subject: str, found: Sequence[Passage], scope: Scope
) -> tuple[Source, Source] | Passage | None:
    """The first of the documents that it names, else of those found, that has another version; a passage of one that it
    names and that has none."""
    first = {passage.document_id: passage for passage in reversed(found)}
    named = _named(subject, found)
    best = max((passage.score for passage in found), default=0.0)
    near = [passage.document_id for passage in found if passage.score >= MIN_SHARE_OF_BEST * best]
    groups = _groups([*first], scope)
    apart = {groups[pk][0].document_id if pk in groups else pk for pk in named}
    if len(apart) == 1 and not any(pk in groups for pk in named):
        return first[named[0]]
    if not named and not QuestionWords(subject).names:
        # A name that no title says is of something else.
        named = near
    return next((pair for document in named if (pair := _pair(question, groups.get(document, [])))), None)


def _named(subject: str, found: Sequence[Passage]) -> list[int]:
    """Documents whose titles say a name of what the change is of; else those that it surely names."""
    asked = QuestionWords(subject)
    titles = {one.document_id: asked.said(terms_of(one.title, one.language)) for one in found}
    by_name = [pk for pk in titles if titles[pk] & asked.names]
    return by_name or [one.document_id for one in titled(subject, found) if one.surely]


def _groups(documents: Sequence[int], scope: Scope) -> dict[int, list[Source]]:
    """Document -> the versions of it that may be seen, itself among them."""
    known = sources((*documents, *_related(documents)))
    visible = seen([*known], scope)
    groups = families(one for pk, one in known.items() if pk in visible)
    return {one.document_id: group for group in groups for one in group}


def _related(documents: Sequence[int]) -> list[int]:
    """What may be another version of one of them: one of the two replaced the other, or their titles begin alike."""
    of = Document.objects.filter(pk__in=documents)
    linked = Q(superseded_by__in=of) | Q(pk__in=of.values("superseded_by"))
    begun = {(one.collection_id, one.course, up_to_a_digit(one.title)) for one in of}
    alike = (Q(collection=where, course=course, title__startswith=title) for where, course, title in begun if title)
    return [*Document.objects.filter(reduce(or_, alike, linked)).values_list("pk", flat=True)]


def _pair(question: str, group: Sequence[Source]) -> tuple[Source, Source] | None:
    """The version of the year that is named, or the one before; and the one that holds, or is of the later year."""
    years = sorted({year.first for year in named_years(question)})
    newer = (held_in(group, years[-1]) if len(years) > 1 else current(group))[:1]
    then = held_in(group, years[0]) if years else former(group)
    older = [one for one in then if one not in newer][:1] or former(group)[:1]
    return (older[0], newer[0]) if older and newer and older[0] != newer[0] else None


def are_versions(one: int, other: int, scope: Scope) -> bool:
    """Of one document, by their ids; the scope has both."""
    return other in {version.document_id for version in _groups((one, other), scope).get(one, ())}


def differences(older: int, newer: int, scope: Scope) -> tuple[Change, ...] | None:
    """Between two documents, by their ids; None where one of them is too long to compare."""
    ended = {pk: one.ended for pk, one in sources((older, newer)).items()}
    old, new = (
        [replace(one, in_force=not ended[pk]) for one in whole(pk, scope, MAX_SECTIONS)] for pk in (older, newer)
    )
    return changes(old, new) if old and new else None


def _part(subject: str, version: Source, found: Sequence[Passage]) -> str:
    """What of the document is asked about: no document says its own name where it answers."""
    language = next((one.language for one in found if one.document_id == version.document_id), "")
    said = QuestionWords(subject).said(terms_of(f"{version.title} {version.course}", language))
    return part_named(subject, said)


def _alone(document: Passage, scope: Scope) -> Compared:
    """What it says itself of a version that nobody has."""
    sections = whole(document.document_id, scope, MAX_SECTIONS)
    sentences = (Quote(one, start, end) for one in sections for start, end in spans(one.section_text))
    kept = tuple(one for one in sentences if declares_replacement(one.text))[:1]
    return Compared("", document.title, kept=kept, confidence=1.0 if kept else 0.0)


async def _of_part(
    compared: Compared, found: Sequence[Change], versions: tuple[Source, Source], part: str, searcher: Searcher
) -> Compared | None:
    """What of it answers the question for the part; where nothing of that changed, what the newer version says."""
    answering: list[Quote] = []
    for version in versions:
        passages = await searcher.within(documents=(version.document_id,))(part, OF_PART)
        quotes = await sync_to_async(read)(part, passages)
        answering += [one for one in quotes if one.score >= ANSWERING * confidence(quotes)]
    answering.sort(key=lambda quote: -quote.score)
    places = sorted(((_place(one, answering), one) for one in found), key=lambda pair: pair[0])
    compared = replace(compared, confidence=confidence(answering))
    # The surest of each version, at least, says whether it changed.
    if places and places[0][0] < min(len(versions), len(answering)):
        return _with(compared, [one for place, one in places if place < len(answering)])
    newer = versions[1].document_id
    kept = next((quote for quote in answering if quote.passage.document_id == newer), None)
    return replace(compared, kept=(kept,)) if kept else None


def _place(change: Change, answering: Sequence[Quote]) -> int:
    """Of the first of them that it is in; one past the last where it is in none."""
    places = (place for place, one in enumerate(answering) if any(one.overlaps(quote) for quote in change.quotes))
    return next(places, len(answering))
