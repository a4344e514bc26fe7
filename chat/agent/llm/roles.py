"""Which language model has which role: from the settings, overridden by an assistant's row."""

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
    key_variable: str = ""
    """the environment variable with the key for base_url; empty for the provider's own variable"""
    is_own_server: bool = False
    """base_url comes from an assistant's row: it gets no key but the one that the row names"""


def models_of(overrides: Mapping[str, Any]) -> Mapping[Role, RoleModel]:
    """The roles that have a model; `overrides` are Assistant.language_models."""
    found = {role: _model(role, overrides.get(role) or {}) for role in ROLES}
    return {role: model for role, model in found.items() if model.name not in ("", EMBEDDED)}


def _model(role: Role, own: Mapping[str, Any]) -> RoleModel:
    options = overridden(settings.LANGUAGE_MODELS[role], own)
    return RoleModel(
        options["model"],
        options["base_url"],
        options["temperature"],
        options["max_tokens"],
        options.get("key_variable", ""),
        is_own_server=bool(own.get("base_url")),
    )
