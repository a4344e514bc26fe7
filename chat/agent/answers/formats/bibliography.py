"""The bibliography of a course: the basic one and the complementary one, each as a list."""

import re
from collections.abc import Sequence

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.coverage import Asked
from chat.agent.answers.sectioning import items, titled
from chat.agent.answers.sentences import Candidate
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.terms import fold

HEADING = re.compile(r"bibliogra|reading|lecturas|references|referencias")
# Folded beginnings: whether one of them alone is asked for.
KINDS = (re.compile(r"\bbasic"), re.compile(r"\bcomplement"))


def bibliography(
    asked: Asked, _candidates: Sequence[Candidate], evidence: Sequence[Passage], language: str
) -> Draft | None:
    """None where no such list was found, or a single book is asked for by its name."""
    lists = {section.section: found for section in titled(HEADING, evidence) if (found := items(section))}
    wanted = _wanted(asked, lists)
    if not wanted or any(_named(asked, item) for found in wanted for item in found):
        return None
    drafting = Drafting(language)
    intro = escape(wording.bibliography_of(wanted[0][0].passage.title, language))
    return drafting.draft([intro, *(drafting.listed(found) for found in wanted)])


def _wanted(asked: Asked, lists: dict[str, list[Candidate]]) -> list[list[Candidate]]:
    kind = next((kind for kind in KINDS if kind.search(fold(asked.text))), None)
    chosen = [found for heading, found in lists.items() if kind is None or kind.search(fold(heading))]
    return chosen or list(lists.values())


def _named(asked: Asked, item: Candidate) -> bool:
    passage = item.passage
    known = asked.found_in(f"{passage.title} {passage.section} {passage.academic_year}", passage.language)
    return len((asked.names & asked.found_in(item.text, passage.language).keys()) - known.keys()) > 1
