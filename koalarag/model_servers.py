"""Which servers of models may be named in the database, and which key each is sent: pairs that the operator allows.

Whoever may edit assistants and embedding models is not the operator: an address of their own would be sent questions
and texts, and with the operator's variable his key.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

import environ
from django.conf import settings
from django.utils.translation import gettext as _

from koalarag.language_models import KEY_VARIABLE, PROVIDERS, provider

OPENAI = "https://api.openai.com/v1"
ANY_PORT = "*"
_PORTS = {"http": 80, "https": 443}

Servers = Mapping[str, frozenset[str]]
"""origin -> the variables whose keys it may be sent"""


class NotAllowed(ValueError):
    """The address is within the operator's network, and not in MODEL_SERVERS."""


def read(env: environ.Env) -> list[tuple[str, str]]:
    """(address, variable) of each server in MODEL_SERVERS; an empty variable where it is sent no key."""
    pairs = []
    for entry in env.list("MODEL_SERVERS", default=[]):
        address, _equals, variable = entry.strip().rpartition("=")
        pairs.append((address, variable) if re.fullmatch(KEY_VARIABLE, variable) else (entry.strip(), ""))
    return pairs


def key_for(address: str, variable: str) -> str:
    """The key, where the operator's settings send it there; else none."""
    return os.environ.get(variable, "") if variable in (_keys_of(address) or ()) else ""


def objections(address: str, variable: str, *, is_superuser: bool) -> Iterator[str]:
    """Why this may not be written into a row by whoever wants to."""
    keys = _keys_of(address)
    if keys is None:
        if not is_superuser:
            yield _("This server is not in the operator's MODEL_SERVERS: only a superuser may name it.")
        if is_private(address):
            yield _("This address is within the network: the operator allows it by MODEL_SERVERS.")
    if variable and variable not in (keys or ()):
        yield _("The key in {variable} is not sent to this server: the operator allows it by MODEL_SERVERS.").format(
            variable=variable
        )


def require(address: str) -> None:
    """NotAllowed for one within the network that nobody allowed, at the time it is asked."""
    if _keys_of(address) is None and is_private(address):
        raise NotAllowed(f"{origin(address)} is within the network and not in MODEL_SERVERS")


def servers() -> Servers:
    """Those of MODEL_SERVERS, OpenAI's own, and those of the settings of roles."""
    found: dict[str, set[str]] = {origin(OPENAI): {"OPENAI_API_KEY"}}
    for options in settings.LANGUAGE_MODELS.values():
        if options["base_url"]:
            _package, variable = PROVIDERS.get(provider(options["model"]), ("", ""))
            found.setdefault(origin(options["base_url"]), set()).update({variable} - {""})
    for address, variable in settings.MODEL_SERVERS:
        found.setdefault(origin(address), set()).update({variable} - {""})
    return {server: frozenset(variables) for server, variables in found.items()}


def _keys_of(address: str) -> frozenset[str] | None:
    """The variables whose keys the server is sent; None where nobody allowed it."""
    known, host = servers(), origin(address or OPENAI)
    return known.get(host, known.get(f"{host.rpartition(':')[0]}:{ANY_PORT}"))


def origin(address: str) -> str:
    """scheme://host:port; the address itself where it is none."""
    try:
        parts = urlsplit(address)
        port: int | str = (
            ANY_PORT if parts.netloc.endswith(f":{ANY_PORT}") else parts.port or _PORTS.get(parts.scheme, 0)
        )
    except ValueError:
        return address
    return f"{parts.scheme}://{parts.hostname or ''}:{port}".lower()


def is_private(address: str) -> bool:
    """Whether its name leads, now, to anything but the internet; a name that leads nowhere does not."""
    try:
        host = urlsplit(address).hostname or ""
        found = socket.getaddrinfo(host, None)
    except (OSError, ValueError):
        return False
    return any(not ipaddress.ip_address(str(place[4][0]).partition("%")[0]).is_global for place in found)
