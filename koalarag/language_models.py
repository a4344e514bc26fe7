"""Which language model plays which role of the agent, as the environment says it."""

from collections.abc import Iterator, Mapping
from typing import Any

import environ

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
# In place of a model's name: the role is played without one, whatever MODEL says.
EMBEDDED = "embedded"

Options = dict[str, Any]
"""model, base_url, temperature, max_tokens"""


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


def problems(options: Options) -> Iterator[tuple[str, str]]:
    """What is wrong with the options of a role, and the mend."""
    named, colon, model = options["model"].partition(":")
    if options["model"] not in ("", EMBEDDED) and not (named.strip() and colon and model.strip()):
        mend = "Write provider:model, for example openai:gpt-4o-mini; leave it empty to answer with quotations."
        yield f"the model is “{options['model']}”.", mend
