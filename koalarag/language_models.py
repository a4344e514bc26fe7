"""Which language model plays which role of the agent, as the environment says it, and what may be wrong with it."""

import importlib.util
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

import environ
from django.utils.translation import gettext as _

# role -> temperature and most tokens of an answer, where nothing else is said
DEFAULTS: Mapping[str, tuple[float, int]] = {
    "classifier": (0.1, 1000),
    "rewriter": (0.2, 1000),
    "generator": (0.3, 2000),
    "converse": (0.5, 1500),
    "critic": (0.1, 1500),
    "judge": (0.0, 1500),
}
ROLES = tuple(DEFAULTS)
# In place of a model's name: the role runs by rules, whatever MODEL says.
EMBEDDED = "embedded"
# provider -> the package to add and the variable that its client reads the key from; others are LangChain's to know.
PROVIDERS = {
    "openai": ("langchain-openai", "OPENAI_API_KEY"),
    "azure_openai": ("langchain-openai", "AZURE_OPENAI_API_KEY"),
    "anthropic": ("langchain-anthropic", "ANTHROPIC_API_KEY"),
    "google_genai": ("langchain-google-genai", "GOOGLE_API_KEY"),
    "groq": ("langchain-groq", "GROQ_API_KEY"),
    "mistralai": ("langchain-mistralai", "MISTRAL_API_KEY"),
    "ollama": ("langchain-ollama", ""),
}
TEMPERATURES = (0, 2)
TOKENS = (16, 200_000)
_NAME = re.compile(r"[a-z][a-z0-9_]*:\S(.*\S)?")
_ADDRESS = re.compile(r"https?://[^\s/]+\S*")
KEY_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*_API_KEY")

Options = dict[str, Any]
"""model, base_url, temperature, max_tokens; key_variable in an assistant's row"""
Problem = tuple[str, str]
"""what is wrong, and what to do"""


def names() -> list[str]:
    """Of the settings that `read` looks up for each role."""
    return [f"{role.upper()}_{part}" for role in ROLES for part in ("MODEL", "BASE_URL", "TEMPERATURE", "MAX_TOKENS")]


def read(env: environ.Env) -> dict[str, Options]:
    """role -> options, for every role; a role without a model has an empty name."""
    all_roles = {"model": env.str("MODEL", default=""), "base_url": env.str("MODEL_BASE_URL", default="")}
    return {role: _of_role(env, role, all_roles) for role in ROLES}


def _of_role(env: environ.Env, role: str, all_roles: Options) -> Options:
    prefix, (temperature, max_tokens) = role.upper(), DEFAULTS[role]
    own = {"model": env.str(f"{prefix}_MODEL", default=""), "base_url": env.str(f"{prefix}_BASE_URL", default="")}
    return overridden(all_roles, own) | {
        "temperature": env.float(f"{prefix}_TEMPERATURE", default=temperature),
        "max_tokens": env.int(f"{prefix}_MAX_TOKENS", default=max_tokens),
    }


def overridden(options: Options, own: Mapping[str, Any]) -> Options:
    """The options with what `own` says of them.

    Another provider's model does not inherit the server's address: it would ask the wrong one.
    """
    said = {name: value for name, value in own.items() if value not in ("", None)}
    model = options["model"]
    if model and provider(said.get("model") or model) != provider(model):
        options = options | {"base_url": ""}
    return options | said


def provider(model: str) -> str:
    return model.partition(":")[0].strip()


def package_of(provider: str) -> str:
    """The name to install its package by."""
    return PROVIDERS.get(provider, (f"langchain-{provider.replace('_', '-')}", ""))[0]


def problems(options: Mapping[str, Any]) -> Iterator[Problem]:
    """Of what is written for a role, by whoever wrote it; what is absent or empty is not looked at."""
    model, address = options.get("model") or "", options.get("base_url") or ""
    if model not in ("", EMBEDDED) and not _fits(_NAME, model):
        advice = _("Write provider:model, for example openai:gpt-4o-mini, or “embedded” for none.")
        yield _("the model is “{value}”").format(value=model), advice
    if address and not _fits(_ADDRESS, address):
        yield _("the address is “{value}”").format(value=address), _("It begins with http:// or https://.")
    if not _within(TEMPERATURES, temperature := options.get("temperature")):
        yield _("the temperature is “{value}”").format(value=temperature), _between(TEMPERATURES)
    if not _within(TOKENS, tokens := options.get("max_tokens")):
        yield _("the most tokens are “{value}”").format(value=tokens), _between(TOKENS)
    variable = options.get("key_variable") or ""
    if variable and not _fits(KEY_VARIABLE, variable):
        advice = _("Write a name in capitals that ends in _API_KEY, never the key itself.")
        yield _("the variable of the key is not a name of one"), advice


def _fits(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _within(bounds: tuple[float, float], value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value is None or (number and bounds[0] <= value <= bounds[1])


def _between(bounds: tuple[float, float]) -> str:
    return str(_("Set it between {low} and {high}.").format(low=bounds[0], high=bounds[1]))


def missing(options: Mapping[str, Any]) -> Iterator[Problem]:
    """What a well-formed model needs and this installation has not: its provider's package, its key."""
    name = provider(options["model"])
    package, key = package_of(name), options.get("key_variable") or PROVIDERS.get(name, ("", ""))[1]
    if not importlib.util.find_spec(package.replace("-", "_")):
        advice = _("Run `pip install {package}`.").format(package=package)
        yield _("the package of provider “{name}” is not installed").format(name=name), advice
    elif key and not os.environ.get(key) and not options["base_url"]:
        advice = _("Set it to your key at {name}, or name a server that needs none by its address.").format(name=name)
        yield _("{key} is not set").format(key=key), advice
