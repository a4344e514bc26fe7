"""A provider's client for a role, made by LangChain's init_chat_model; and the features each server is known to
reject."""

import asyncio
import importlib
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from pydantic import BaseModel

from chat.agent.llm.failures import CallFailed
from chat.agent.llm.roles import RoleModel
from koalarag import model_servers
from koalarag.language_models import PROVIDERS, package_of, provider

CONNECT_SECONDS = 5
OPENAI = {"openai", "azure_openai"}
# Structured output is requested in the first of these ways that the server accepts.
JSON_SCHEMA, TOOL, PROMPT = "json_schema", "tool", "prompt"
TEMPERATURE = "temperature"

_not_taken: dict[tuple[str, str], set[str]] = {}
# Connections belong to the event loop that made them, and making a client takes as long as a short answer.
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[Any, ...], Any]] = WeakKeyDictionary()


def not_taken(model: RoleModel) -> set[str]:
    """Of JSON_SCHEMA, TOOL and TEMPERATURE, those that the server rejected while it accepted the same request
    without."""
    return _not_taken.setdefault((model.name, model.base_url), set())


def forms(model: RoleModel, schema: type[BaseModel] | None) -> tuple[str, ...]:
    """The ways to request the schema, best first; without a schema, only plain text."""
    if schema is None:
        return (PROMPT,)
    able = (JSON_SCHEMA, TOOL, PROMPT) if provider(model.name) in OPENAI else (TOOL, PROMPT)
    return tuple(form for form in able if form not in not_taken(model))


def client(model: RoleModel, form: str = PROMPT, schema: type[BaseModel] | None = None) -> Any:
    """The client of the running event loop. Raises ImportError where the provider's package is missing; where its key
    is missing, the exception of the provider's client."""
    known = _clients.setdefault(asyncio.get_running_loop(), {})
    key = (model, form, schema, TEMPERATURE in not_taken(model), settings.MODEL_TIMEOUT_SECONDS)
    if key not in known:
        known[key] = _made(model, form, schema)
    return known[key]


def _made(model: RoleModel, form: str, schema: type[BaseModel] | None) -> Any:
    """A client that does not retry; retries are ours."""
    # Imported where a model is used: the import takes about a second.
    from langchain.chat_models import init_chat_model

    options: dict[str, Any] = {"max_tokens": model.max_tokens, "max_retries": 0, **_server(model)}
    if TEMPERATURE not in not_taken(model):
        options["temperature"] = model.temperature
    made = init_chat_model(model.name, **options)
    if schema is None or form == PROMPT:
        return made
    if form == TOOL:
        return made.bind_tools([schema], tool_choice=schema.__name__)
    # In extra_body, so that the client returns the raw reply: with response_format it would parse it itself.
    wanted = {"name": schema.__name__, "schema": schema.model_json_schema()}
    return made.bind(extra_body={"response_format": {"type": "json_schema", "json_schema": wanted}})


def _server(model: RoleModel) -> dict[str, Any]:
    if model.is_own_server:
        try:
            model_servers.require(model.base_url)
        except model_servers.NotAllowed as error:
            raise CallFailed(str(error), again=False, blames_server=False) from error
    speaks_openai = provider(model.name) in OPENAI
    options: dict[str, Any] = {"timeout": settings.MODEL_TIMEOUT_SECONDS}
    if speaks_openai:
        from openai import Timeout

        options = {"timeout": Timeout(settings.MODEL_TIMEOUT_SECONDS, connect=CONNECT_SECONDS), "stream_usage": True}
    if model.base_url:
        options["base_url"] = model.base_url
        if speaks_openai or model.is_own_server:
            options["api_key"] = _key(model)
    return options


def _key(model: RoleModel) -> str:
    """A placeholder key for a self-hosted server, which often needs none although the client requires one.

    A server in an assistant's row gets a real key only where the operator's settings pair that key with the server.
    """
    if model.is_own_server or model.key_variable:
        return model_servers.key_for(model.base_url, model.key_variable) or "none"
    _package, variable = PROVIDERS[provider(model.name)]
    return os.environ.get(variable, "") or "none"


def load(models: Iterable[RoleModel]) -> None:
    """Imports the installed packages that calling these models needs: a second or more, which nobody then waits for."""
    packages = {package_of(provider(model.name)) for model in models}
    for package in ("langchain.chat_models", *packages) if packages else ():
        with suppress(ImportError):
            importlib.import_module(package.replace("-", "_"))
