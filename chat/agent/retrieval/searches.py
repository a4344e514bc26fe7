"""What is searched for an intent: which queries, how many sections, and how relevant they must be; and which of the
passages that were found are kept, one for a section, and of as many documents as there are."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Any

from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.retrieval.sides import Side
from chat.agent.understanding.wordings import any_of
from knowledge.retrieval.config import Passage, Scope, SearchConfig
from knowledge.retrieval.lexicon.everyday import glossed, glosses
from knowledge.text.dates import academic_years

# Places of the evidence that one document leaves to others: a course guide is long, and says its name in every section.
OTHERS = 2
Search = Callable[[str, Scope, int, SearchConfig], Awaitable[list[Passage]]]
SUMMARY_SECTIONS = 10
# Of the assistant's threshold: many passages together say what a summary needs.
SUMMARY_SHARE = 0.3
# How many passages are looked through for sections of distinct documents.
DEEP = 40
READ = 24
# A section is about the topic where it is so nearly as relevant as the best.
MIN_SHARE_OF_BEST = 0.6
# Share of the topic that a title says which is the topic's own.
TITLED = 0.5
# Of what was found the best, in which everyday words are looked for.
LOOKED_AT = 12
_PLEASE, _ARTICLE, _SHORT, _SUMMARY, _OF = (
    any_of("summaries", key) for key in ("please", "article", "short", "summary", "of")
)
_ASKING = re.compile(
    rf"\b(?:{_PLEASE}\s+){{0,6}}(?:{_ARTICLE}\s+)?(?:{_SHORT}\s+)?{_SUMMARY}\b(?:\s+{_OF}\b)?", re.IGNORECASE
)


def one_per_section(passages: Iterable[Passage]) -> list[Passage]:
    """The first of each section, in their order."""
    return _first_of_each(passages, lambda passage: passage.section_id)


def spread(passages: Sequence[Passage], most: int) -> list[Passage]:
    """The best of every document first; further sections only where the documents are too few."""
    sections = one_per_section(passages)
    documents = _first_of_each(sections, lambda passage: passage.document_id)
    others = [passage for passage in sections if passage not in documents]
    return [*documents, *others][:most]


def best_of_several(passages: Sequence[Passage], most: int) -> list[Passage]:
    """The best, but two places are for other documents than the one that has the most, where there are others."""
    taken: Counter[int] = Counter()
    kept: list[Passage] = []
    for passage in passages:
        if len(kept) < most and taken[passage.document_id] < max(1, most - OTHERS):
            taken[passage.document_id] += 1
            kept.append(passage)
    left = [passage for passage in passages if passage not in kept]
    chosen = [*kept, *left][:most]
    return [passage for passage in passages if passage in chosen]


def in_turns(groups: Sequence[Sequence[Passage]], most: int, *, whole_sections: bool = True) -> list[Passage]:
    """The best of each group, then the second of each: every group has its share. A section comes once, or else only a
    passage does: a document may be one long section."""

    def place(passage: Passage) -> int:
        return passage.section_id if whole_sections else passage.chunk_id

    share = max(1, most // max(1, len(groups)))
    rounds = zip_longest(*(_first_of_each(group, place)[:share] for group in groups))
    return _first_of_each(filter(None, chain.from_iterable(rounds)), place)


def _first_of_each(passages: Iterable[Passage], key: Callable[[Passage], Hashable]) -> list[Passage]:
    kept: dict[Hashable, Passage] = {}
    for passage in passages:
        kept.setdefault(key(passage), passage)
    return list(kept.values())


@dataclass(frozen=True)
class Retrieved:
    query: str
    queries: tuple[str, ...]
    evidence: tuple[Passage, ...]
    threshold: float
    others: tuple[Passage, ...] = ()
    """what was found besides"""
    sides: tuple[Side, ...] = ()
    """what is compared, each with a query of its own"""


@dataclass(frozen=True)
class Searcher:
    """A search within a scope."""

    search: Search
    scope: Scope
    config: SearchConfig

    async def __call__(self, query: str, top_k: int) -> list[Passage]:
        return await self.search(query, self.scope, top_k, self.config)

    def within(self, **filters: Any) -> "Searcher":
        """Of the same scope but for these filters."""
        return replace(self, scope=replace(self.scope, **filters))


async def in_written_words(text: str, searcher: Searcher, top_k: int) -> tuple[str, list[Passage]]:
    """The query and what it found: the question where its documents talk as it does, else what documents write for its
    everyday words."""
    found = await searcher(text, top_k)
    said = [terms_of(f"{one.title} {one.section} {one.section_text}", one.language) for one in found[:LOOKED_AT]]
    if all(any(said_by.issuperset(gloss.wording.terms) for said_by in said) for gloss in glosses(text)):
        return text, found
    query = glossed(text)
    return query, await searcher(query, top_k)


async def also_said(text: str, found: Sequence[Passage], searcher: Searcher, top_k: int) -> list[Passage]:
    """`found` of the academic year that is searched, with the passages of other years' documents that name it: a list
    of what somebody taught in each, the rule for those who began then."""
    year = searcher.scope.academic_year
    known = {passage.chunk_id for passage in found}
    everywhere = await searcher.within(academic_year="")(text, top_k)
    others = [passage for passage in everywhere if passage.chunk_id not in known]
    naming = [
        passage
        for passage in others
        if passage.academic_year != year and year in map(str, academic_years(f"{passage.section}\n{passage.text}"))
    ]
    return sorted((*found, *naming), key=lambda passage: -passage.score)[:top_k]


def topic(question: str) -> str:
    """What a question for a summary is about, without the words that ask for one; the question itself where nothing
    else is left."""
    rest = " ".join(_ASKING.sub(" ", question).split()).strip(" ¿?¡!.,:;")
    return rest or question


async def summarise(searcher: Searcher, topic: str, threshold: float) -> Retrieved:
    """At most ten sections about the topic, of as many documents as possible."""
    found = one_per_section(await searcher(topic, DEEP))[:READ]
    return Retrieved(topic, (topic,), tuple(spread(_about(topic, found), SUMMARY_SECTIONS)), SUMMARY_SHARE * threshold)


def _about(topic: str, passages: list[Passage]) -> list[Passage]:
    """Those nearly as relevant as the best; what is no longer in force only where nothing else is left."""
    best = max((passage.score for passage in passages), default=0.0)
    kept = [passage for passage in passages if passage.score >= MIN_SHARE_OF_BEST * best]
    return _titled(QuestionWords(topic), [passage for passage in kept if passage.in_force] or kept)


def _titled(asked: QuestionWords, passages: list[Passage]) -> list[Passage]:
    """Of the documents whose titles are the topic, where there are such: a summary of them is asked for."""
    covered = {passage.title: asked.coverage(passage.title, passage.language) for passage in passages}
    best = max(covered.values(), default=0.0)
    return [passage for passage in passages if best < TITLED or covered[passage.title] >= MIN_SHARE_OF_BEST * best]
