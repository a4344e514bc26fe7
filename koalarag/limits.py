"""Limits by role, as the environment says them."""

from __future__ import annotations

import environ

NAMES = (
    "REQUESTS_PER_MINUTE", "PAGES_PER_MINUTE", "QUESTIONS_PER_MINUTE", "QUESTIONS_PER_DAY", "UPLOADS_PER_HOUR",
    "MODEL_TOKENS_PER_DAY", "MODEL_COST_PER_DAY",
)  # fmt: skip
BUDGETS = ("MODEL_TOKENS_PER_DAY", "MODEL_COST_PER_DAY")
"""whose 0 is no limit"""


def by_role(env: environ.Env, name: str, **defaults: float) -> dict[str, float]:
    """What is not set keeps its default."""
    return {**defaults, **env.dict(name, {"value": float}, {})}
