"""Which language model plays which role: from the settings, and for one assistant from its row."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.conf import settings

Role = Literal["classifier", "rewriter", "generator", "converse", "critic", "judge"]


@dataclass(frozen=True)
class RoleModel:
    name: str
    """provider:model, as init_chat_model takes it"""
    base_url: str = ""
    temperature: float = 0.0
    max_tokens: int = 1000


def models_of(overrides: Mapping[str, Any]) -> Mapping[Role, RoleModel]:
    """The roles that have a model; `overrides` are Assistant.language_models."""
    if not settings.GENERATOR_MODEL:
        return {}
    return {"generator": RoleModel(settings.GENERATOR_MODEL, settings.GENERATOR_BASE_URL, 0.3, 2000)}
