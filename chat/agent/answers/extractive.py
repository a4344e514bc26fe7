"""An answer from quotations: the blocks that say it, in the documents' own words, each cited."""

from collections.abc import Sequence

from chat.agent.answers.catalogue_parts import with_facts
from chat.agent.answers.citations import Drafting
from chat.agent.answers.parts import part_of, parts
from chat.agent.answers.passages import Quote
from chat.agent.state import Draft

# Of the confidence that an answer needs: below it there is no likeness worth showing.
NEAR_SHARE = 0.8


def compose(ranked: Sequence[Quote], language: str, *, wants_all: bool) -> Draft:
    """`ranked` are the quotes of the evidence, best first."""
    drafting = Drafting(language)
    shown = with_facts(ranked) or parts(ranked, wants_all=wants_all)
    return drafting.draft([drafting.part(part) for part in shown])


def nearest(ranked: Sequence[Quote], introduction: str, language: str) -> Draft:
    """What comes nearest where the answer was not found: cited, and introduced as no answer."""
    drafting = Drafting(language)
    return drafting.draft([introduction, drafting.part(part_of(ranked[0]))])
