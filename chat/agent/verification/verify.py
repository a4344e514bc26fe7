"""Before anybody reads a draft: what its sources do not carry is repaired, dropped or flagged."""

from collections.abc import Sequence

from chat.agent.events import Citation
from chat.agent.state import Draft, Finding
from chat.agent.verification import editing
from chat.agent.verification.checking import check
from chat.agent.verification.claims import claims
from chat.agent.verification.quotes import placed
from chat.agent.verification.sources import Sources
from knowledge.retrieval.config import Passage


def verified(draft: Draft, evidence: Sequence[Passage], language: str) -> Draft:
    """The draft with nothing in it that the evidence does not carry, or with a mark where it is all there is.

    A draft without faults comes out as it went in. One of quotations needs none of this: nothing in it is said in other
    words.
    """
    sources = Sources(tuple(evidence))
    pool = {citation.number: found for citation in draft.citations if (found := placed(citation, evidence))}
    lost = [_lost(citation) for citation in draft.citations if citation.number not in pool]
    checkable = [claim for claim in claims(draft.text) if claim.kind != "heading"]
    checked = [check(claim, pool, sources, language) for claim in checkable]
    return editing.edited(draft, checked, pool, lost, language)


def _lost(citation: Citation) -> Finding:
    return Finding(citation.quote, "quote", f"[{citation.number}] is in no passage that was retrieved", "dropped")
