"""Function words of the three languages, folded: they say nothing of what a passage is about."""

from knowledge.text.vocabulary import in_any

STOPWORDS = in_any(lambda known: known.stop_words)
