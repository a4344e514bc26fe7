"""An answer from quotations: the blocks that say it, in the documents' own words, each cited."""

from collections.abc import Sequence

from chat.agent import phrases
from chat.agent.answers.citations import Drafting
from chat.agent.answers.parts import part_of, parts, section_parts
from chat.agent.answers.passages import Quote
from chat.agent.state import Draft
from chat.agent.understanding.asked_for import Whole
from knowledge.retrieval.config import Passage

# What documents tell under headings of their own, several of them.
UNDER_HEADINGS = ("assessment", "bibliography", "procedure")
# Of the confidence that an answer needs: below it there is no likeness worth showing.
NEAR_SHARE = 0.8


def compose(ranked: Sequence[Quote], evidence: Sequence[Passage], language: str, whole: Whole) -> Draft:
    """`ranked` are the quotes of the evidence, best first; `whole` is what is asked for as a whole, if anything."""
    drafting = Drafting(language)
    chosen = section_parts(evidence) if whole in UNDER_HEADINGS else []
    return drafting.draft([drafting.part(part) for part in chosen or parts(ranked, wants_all=bool(whole))])


def nearest(ranked: Sequence[Quote], language: str) -> Draft | None:
    """What comes nearest where the answer was not found: cited, and said to be no answer."""
    if not ranked:
        return None
    drafting = Drafting(language)
    return drafting.draft([phrases.nearest(language), drafting.part(part_of(ranked[0]))])
