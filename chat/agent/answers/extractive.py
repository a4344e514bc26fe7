"""An answer from quotations: the sentences that say it, in the documents' own words, each cited."""

from collections.abc import Sequence

from chat.agent.answers.answer_types import kinds
from chat.agent.answers.citations import Drafting
from chat.agent.answers.coverage import Asked
from chat.agent.answers.formats.lists import asks_for_a_list, best_list
from chat.agent.answers.formats.templates import from_template
from chat.agent.answers.sentences import Candidate
from chat.agent.answers.units import cells
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import ROW

MOST_SENTENCES = 3
MOST_WORDS = 70
# Cells; of such a row only what was asked for is shown.
LONG_ROW = 4
# A further sentence is quoted where it is nearly as good as the first: more nearly where the first speaks of this share
# of the question and holds the kind of thing that is asked for. Where it says more than the others it may be worse, and
# worse still where it alone holds what else was asked for.
WHOLE = 0.85
NEARLY_TIED, NEARLY, SAYING_MORE, HOLDING_MORE = 0.95, 0.85, 0.8, 0.5


def compose(asked: Asked, candidates: Sequence[Candidate], evidence: Sequence[Passage], language: str) -> Draft:
    """`candidates` are the sentences of the evidence, the best first."""
    draft = from_template(asked, candidates, evidence, language)
    if draft:
        return draft
    drafting = Drafting(language)
    items = best_list(asked, candidates) if asks_for_a_list(asked.text) else ()
    if items:
        return drafting.draft([drafting.listed(items)])
    quoted = (drafting.quoted(candidate, _headers(asked, candidate)) for candidate in chosen(asked.text, candidates))
    return drafting.draft(list(quoted))


def chosen(query: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The answering sentence first."""
    found: list[Candidate] = []
    for candidate in candidates:
        length = sum(len(one.text.split()) for one in (*found, candidate))
        if found and (len(found) == MOST_SENTENCES or length > MOST_WORDS):
            continue
        if not any(candidate.repeats(other) for other in found) and _is_worth(query, candidate, found):
            found.append(candidate)
    return found


def _is_worth(query: str, candidate: Candidate, found: Sequence[Candidate]) -> bool:
    share = candidate.score / found[0].score if found and found[0].score else 1.0
    wanted = kinds(query)
    missing = [kind for kind in wanted if not any(kind.holds(other.read) for other in found)]
    answered = bool(found and wanted) and not missing and found[0].covered >= WHOLE
    if share >= (NEARLY_TIED if answered else NEARLY):
        return True
    if share >= SAYING_MORE and candidate.found - frozenset().union(*(other.found for other in found)):
        return True
    return share >= HOLDING_MORE and any(kind.holds(candidate.read) for kind in missing)


def _headers(asked: Asked, candidate: Candidate) -> frozenset[str] | None:
    """Of a long row those of the columns that the question asks for; None for all of them."""
    row = cells(candidate.text) if ROW.match(candidate.text) else []
    language = candidate.passage.language
    found = frozenset(header for header, value in row[1:] if asked.found_in(f"{header} {value}", language))
    return found if found and len(row) >= LONG_ROW else None
