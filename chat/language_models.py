"""What an assistant says of its own language models: one shape and one set of rules for admin and YAML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from koalarag import model_servers
from koalarag.language_models import EMBEDDED, ROLES, missing, overridden, problems

OPTIONS = ("model", "base_url", "temperature", "max_tokens", "key_variable")


def all_problems(language_models: Any) -> Iterator[str]:
    """Of {role: {option: value}}."""
    if not isinstance(language_models, Mapping):
        yield _("The language models must be a mapping of roles.")
        return
    for role, options in language_models.items():
        if role not in ROLES:
            yield _("“{role}” is not a role; the roles are {roles}.").format(role=role, roles=", ".join(ROLES))
        elif not isinstance(options, Mapping):
            yield _("{role}: write “model: provider:model”.").format(role=role)
        else:
            yield from _of_role(role, options)


def _of_role(role: str, options: Mapping[str, Any]) -> Iterator[str]:
    for name in options:
        if name not in OPTIONS:
            known = ", ".join(OPTIONS)
            yield _("{role}: “{name}” is not known here; use: {known}.").format(role=role, name=name, known=known)
    for problem, advice in problems(options):
        yield f"{role}: {problem}. {advice}"


def server_objections(own: Mapping[str, Any], before: Mapping[str, Any], *, is_superuser: bool) -> Iterator[str]:
    """Why a role's server and key may not be written by whoever wants to; what stood there before may stay."""
    said = [(row.get("base_url", ""), row.get("key_variable", "")) for row in (own, before)]
    if said[0] != said[1] and said[0] != ("", ""):
        yield from model_servers.objections(*said[0], is_superuser=is_superuser)


def unreachable(language_models: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Of rows that are well formed: what this installation lacks for them; their roles run by rules."""
    for role, own in language_models.items():
        options = overridden(settings.LANGUAGE_MODELS[role], own)
        if own.get("model", EMBEDDED) != EMBEDDED:
            for problem, advice in missing(options):
                yield f"{role}: {problem}. {advice}"
