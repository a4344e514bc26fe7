"""An answer from quotations: the sentences that say it, in the documents' own words, each cited."""

from collections.abc import Sequence

from chat.agent.llm.embedded.quoting import Drafting
from chat.agent.llm.embedded.sentences import Candidate, ranked
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage

MOST_SENTENCES = 3
MOST_WORDS = 90
# A further sentence is quoted where it is nearly as good as the first.
NEARLY = 0.8


def compose(query: str, evidence: Sequence[Passage], language: str, collections: tuple[int, ...]) -> Draft:
    drafting = Drafting(language)
    return drafting.draft([drafting.quoted(candidate) for candidate in _chosen(ranked(query, evidence, collections))])


def _chosen(candidates: Sequence[Candidate]) -> list[Candidate]:
    chosen: list[Candidate] = []
    words = 0
    for candidate in candidates:
        words += len(candidate.text.split())
        enough = chosen and (candidate.score < NEARLY * chosen[0].score or words > MOST_WORDS)
        if enough or len(chosen) == MOST_SENTENCES:
            break
        if not any(candidate.repeats(other) for other in chosen):
            chosen.append(candidate)
    return chosen
