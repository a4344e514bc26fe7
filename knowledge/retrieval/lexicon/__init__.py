"""How a question's words are said in the other two languages, by a lexicon of our own."""

from knowledge.retrieval.lexicon.entries import has_word
from knowledge.retrieval.lexicon.expansion import Match, Wording, matches

__all__ = ["Match", "Wording", "has_word", "matches"]
