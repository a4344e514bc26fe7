"""What documents of no course, such as a calendar or a directory, say of a course that a question names.

A guide says the name of its course in each of its sections, and has an edition for each year: together they fill a
search, and a table in which the course has one row is not among the best.
"""

from collections.abc import Callable, Collection, Sequence

from asgiref.sync import sync_to_async

from chat.agent.answers.passages import Quote, cells
from chat.agent.retrieval.searches import OTHERS, Searcher
from knowledge.catalogue import snapshot
from knowledge.catalogue.naming import called, names_course
from knowledge.retrieval.config import Passage

NO_COURSE = ("",)
"""what such documents say to be of"""
LOOKED_AT = 12
LABELS = 2
"""cells of a row that may name its course, after its code"""
BEFORE = 4
"""of the guide's passages stand before them: the last of the evidence may be too long to be read"""
EARLY = 6
"""places of the evidence of which that is not to be feared"""


async def with_others(
    text: str, evidence: Sequence[Passage], codes: Collection[str], searcher: Searcher
) -> tuple[Passage, ...]:
    """The evidence of a search among the documents of these courses and of none: OTHERS of its places are for what
    names one of them in a document of none, where it has not so many early already."""
    found = await searcher.within(courses=NO_COURSE)(text, LOOKED_AT)
    naming = await sync_to_async(_naming)(found, codes)
    early = {passage.chunk_id for passage in evidence[:EARLY]}
    lacking = max(0, OTHERS - sum(passage.chunk_id in early for passage in naming))
    moved = [passage for passage in naming if passage.chunk_id not in early][:lacking]
    places = {passage.chunk_id for passage in moved}
    kept = [passage for passage in evidence if passage.chunk_id not in places][: max(0, len(evidence) - len(moved))]
    return (*kept[:BEFORE], *moved, *kept[BEFORE:])


def _naming(found: Sequence[Passage], codes: Collection[str]) -> list[Passage]:
    catalogue = snapshot.current()
    return [one for one in found if names_course(f"{one.section} / {one.text}", codes, catalogue)]


def of_other_courses(codes: Collection[str]) -> Callable[[Quote], bool]:
    """Whether a quote is the row of another course than these, of a table with one for each, and says none of these in
    another cell; none is where no course is asked about."""
    if not codes:
        return lambda _quote: False
    catalogue = snapshot.current()

    def is_of_another(quote: Quote) -> bool:
        named = [called(value, catalogue) for _header, value in cells(quote.text)] if quote.kind == "row" else []
        return any(named[:LABELS]) and all(found.isdisjoint(codes) for found in named)

    return is_of_another
