"""Dense and lexical scores become one."""

from collections.abc import Mapping


def normalised(scores: Mapping[int, float]) -> dict[int, float]:
    """Min-max to 0-1 over the candidates; all 0 where they are equal, since then they tell nothing apart."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    span = high - low
    return {key: (value - low) / span if span else 0.0 for key, value in scores.items()}


def linear(dense: Mapping[int, float], lexical: Mapping[int, float], alpha: float) -> dict[int, float]:
    """dense + alpha * lexical over the union of the candidates, each normalised; a missing score counts as lowest."""
    dense_part, lexical_part = normalised(dense), normalised(lexical)
    return {key: dense_part.get(key, 0.0) + alpha * lexical_part.get(key, 0.0) for key in dense.keys() | lexical.keys()}
