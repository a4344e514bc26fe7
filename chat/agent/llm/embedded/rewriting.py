"""Another query for the same question, without a model: filler goes, synonyms of the domain come."""

from chat.agent.state import Rewriting
from knowledge.retrieval.query import analyse

MOST_WORDS = 15


def rewrite(question: str) -> Rewriting:
    keywords = tuple(concept.word for concept in analyse(question))
    return Rewriting(" ".join(keywords[:MOST_WORDS]), keywords, "only the words that carry meaning")
