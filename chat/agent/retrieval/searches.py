"""What is searched for an intent: which queries, how many sections, and how relevant they must be."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from chat.agent.answers.question_words import QuestionWords
from chat.agent.retrieval.selection import one_per_section, spread
from chat.agent.retrieval.sides import Side
from knowledge.retrieval.config import Passage, Scope, SearchConfig

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
