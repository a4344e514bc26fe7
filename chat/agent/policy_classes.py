"""What the classifier of the policy tells apart and reads; outside of its package, which needs Django: training has
none."""

from pathlib import Path

from knowledge.embedding.e5 import E5, QUERY
from knowledge.embedding.e5_tokenizer import END, START

CLASSES = ("harmless", "records", "personal_data", "misconduct", "advice")
WEIGHTS = Path(__file__).with_name("policy") / "weights.npz"
TRAINED = range(4, 12)
"""the layers of multilingual-e5-small that are the classifier's own"""
MAX_QUESTION_TOKENS = 100


def model_input(embedder: E5, text: str) -> list[int]:
    """Token ids of a question as the embedder reads it."""
    tokenizer = embedder.tokenizer
    return [START, *tokenizer.ids(QUERY.rstrip()), *tokenizer.ids(text)[:MAX_QUESTION_TOKENS], END]
