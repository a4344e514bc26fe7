"""A question that names an academic year is asked of that year's documents, and of what others say of it."""

from collections.abc import Sequence
from dataclasses import replace

from chat.agent.retrieval.searches import Searcher
from knowledge.retrieval.config import Passage
from knowledge.text.dates import academic_years


async def also_said(text: str, found: Sequence[Passage], searcher: Searcher, top_k: int) -> list[Passage]:
    """`found`, with the passages of other years' documents that name the year: a list of what somebody taught in each,
    the rule for those who began then."""
    year = searcher.scope.academic_year
    everywhere = replace(searcher, scope=replace(searcher.scope, academic_year=""))
    known = {passage.chunk_id for passage in found}
    others = [passage for passage in await everywhere(text, top_k) if passage.chunk_id not in known]
    naming = [passage for passage in others if passage.academic_year != year and _names(passage, year)]
    return sorted((*found, *naming), key=lambda passage: -passage.score)[:top_k]


def _names(passage: Passage, year: str) -> bool:
    return year in map(str, academic_years(f"{passage.section}\n{passage.text}"))
