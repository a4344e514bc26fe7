"""Which OpenID Connect providers people may sign in with, as OIDC_PROVIDERS says it, and what may be wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

import environ

GRANTED = ("staff", "reviewer")
"""roles that a claim can give"""
STUDENT = "student"
"""who has signed in; where claims are named for it, nobody without one of the roles is let in"""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,49}")
_TEXTS = ("id", "name", "issuer", "client_id", "client_secret", "roles_claim")
_NEEDED = ("id", "name", "issuer", "client_id")

Claims = Mapping[str, Any]


@dataclass(frozen=True)
class Provider:
    id: str = ""
    """in addresses, and in the database: it stays"""
    name: str = ""
    """on the button"""
    issuer: str = ""
    client_id: str = ""
    client_secret: str = ""
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    roles_claim: str = "groups"
    """a name, or several with dots between them: the claim within a claim"""
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """role -> values of that claim; empty where roles are given by hand"""
    match_email: bool = False

    def roles_of(self, claims: Claims) -> set[str]:
        """Of the roles that are configured, those that the claims give."""
        said = _values(claims, self.roles_claim)
        return {role for role, values in self.roles.items() if said.intersection(values)}

    def lets_in(self, roles: set[str]) -> bool:
        return STUDENT not in self.roles or bool(roles)


def read(env: environ.Env) -> tuple[list[Provider], list[str]]:
    """The providers, and what is wrong: where anything is, there are none."""
    return parse(env.str("OIDC_PROVIDERS", default=""))


def parse(text: str) -> tuple[list[Provider], list[str]]:
    try:
        entries = json.loads(text or "[]")
    except json.JSONDecodeError as error:
        return [], [f"it is not JSON: {error}"]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return [], ["it is not a list of objects: [{…}]"]
    problems = [
        f"of provider {number}, {problem}" for number, entry in enumerate(entries, 1) for problem in _problems(entry)
    ]
    ids = [entry.get("id") for entry in entries]
    problems += [f"two providers have the id “{one}”" for one in ids if ids.count(one) > 1][:1]
    return ([], problems) if problems else ([_provider(entry) for entry in entries], [])


def _provider(entry: Mapping[str, Any]) -> Provider:
    lists = {name: tuple(entry[name]) for name in ("scopes",) if name in entry}
    roles = {role: tuple(values) for role, values in entry.get("roles", {}).items()}
    return Provider(**{**entry, **lists, "roles": roles})


def _problems(entry: Mapping[str, Any]) -> Iterator[str]:
    known = [each.name for each in fields(Provider)]
    if unknown := sorted(entry.keys() - set(known)):
        yield f"“{unknown[0]}” is not known: there are {', '.join(known)}"
    for name in _TEXTS:
        value = entry.get(name, "")
        if not isinstance(value, str):
            yield f"“{name}” is not a text"
        elif name in _NEEDED and not value:
            yield f"“{name}” is missing"
    if (one := entry.get("id")) and isinstance(one, str) and not _ID.fullmatch(one):
        yield "“id” is not small letters, digits and hyphens"
    if (issuer := entry.get("issuer")) and isinstance(issuer, str) and not _is_safe(issuer):
        yield "“issuer” does not begin with https://"
    if "scopes" in entry and not (_are_texts(scopes := entry["scopes"]) and "openid" in scopes):
        yield "“scopes” is not a list with “openid” in it"
    if not isinstance(entry.get("match_email", False), bool):
        yield "“match_email” is neither true nor false"
    yield from _problems_of_roles(entry.get("roles", {}))


def _problems_of_roles(roles: Any) -> Iterator[str]:
    may_be = (STUDENT, *GRANTED)
    if not isinstance(roles, dict) or not all(_are_texts(values) and values for values in roles.values()):
        yield "“roles” is not an object of lists: {“staff”: [“a value of the claim”]}"
    elif unknown := sorted(roles.keys() - set(may_be)):
        yield f"“{unknown[0]}” is no role that can be given: there are {', '.join(may_be)}"


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_safe(issuer: str) -> bool:
    """What is read there decides who somebody is: plain http only to this machine itself."""
    parts = urlsplit(issuer)
    return bool(parts.hostname) and (parts.scheme == "https" or parts.hostname in LOOPBACK)


def _values(claims: Claims, path: str) -> set[str]:
    """The claim by its whole name, which may have dots of its own (https://example.edu/roles), or step by step."""
    found: Any = claims.get(path)
    if found is None:
        found = claims
        for step in path.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
    several = found if isinstance(found, list) else [found]
    return {each for each in several if isinstance(each, str)}
