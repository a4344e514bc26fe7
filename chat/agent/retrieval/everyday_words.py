"""Searches for what documents write where a question says it in everyday words that none of what was found says."""

from chat.agent.answers.question_words import terms_of
from chat.agent.retrieval.searches import Searcher
from knowledge.retrieval.config import Passage
from knowledge.retrieval.lexicon.everyday import glossed, glosses

LOOKED_AT = 12
"""of what was found, the best"""


async def in_written_words(
    text: str, found: list[Passage], searcher: Searcher, top_k: int
) -> tuple[str, list[Passage]]:
    """The query and what it found: `found` where its documents talk as the question does."""
    said = [terms_of(f"{one.title} {one.section} {one.section_text}", one.language) for one in found[:LOOKED_AT]]
    if all(any(said_by.issuperset(gloss.wording.terms) for said_by in said) for gloss in glosses(text)):
        return text, found
    query = glossed(text)
    return query, await searcher(query, top_k)
