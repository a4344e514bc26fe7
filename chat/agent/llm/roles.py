"""Which language model plays which role: from the settings, and for one assistant from its row."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from django.conf import settings

from koalarag.language_models import EMBEDDED, overridden

Role = Literal["classifier", "rewriter", "generator", "converse", "critic", "judge"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True)
class RoleModel:
    name: str
    """provider:model, as init_chat_model takes it"""
    base_url: str = ""
    temperature: float = 0.0
    max_tokens: int = 1000


def models_of(overrides: Mapping[str, Any]) -> Mapping[Role, RoleModel]:
    """The roles that have a model; `overrides` are Assistant.language_models."""
    found = {role: overridden(settings.LANGUAGE_MODELS[role], overrides.get(role) or {}) for role in ROLES}
    return {role: _model(options) for role, options in found.items() if _is_model(options["model"])}


def _is_model(name: str) -> bool:
    return name not in ("", EMBEDDED)


def _model(options: Mapping[str, Any]) -> RoleModel:
    return RoleModel(options["model"], options["base_url"], options["temperature"], options["max_tokens"])
