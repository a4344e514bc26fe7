"""What comes nearest to a question whose answer was not found: cited, and said to be no answer."""

from collections.abc import Sequence

from chat.agent import phrases
from chat.agent.answers.citations import Drafting
from chat.agent.answers.extractive import chosen
from chat.agent.answers.sentences import Candidate
from chat.agent.state import Assessment, Draft

# Of the certainty that an answer needs. Below it there is no likeness worth showing.
SHARE = 0.8


def is_near(assessment: Assessment, least: float) -> bool:
    return assessment.relevance >= SHARE * least


def nearest(asked: str, ranked: Sequence[Candidate], language: str) -> Draft | None:
    """None where no sentence speaks of it at all."""
    quoted = chosen(asked, ranked)[:1]
    if not quoted:
        return None
    drafting = Drafting(language)
    return drafting.draft([phrases.nearest(language), drafting.quoted(quoted[0])])
