"""Which model plays which role, as the environment says it."""

import environ
import pytest

from koalarag import language_models
from koalarag.language_models import EMBEDDED, ROLES


def read(monkeypatch: pytest.MonkeyPatch, **variables: str) -> dict[str, language_models.Options]:
    for name in ("MODEL", "MODEL_BASE_URL", *language_models.names()):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return language_models.read(environ.Env())


def test_without_settings_no_role_has_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(monkeypatch)
    assert tuple(found) == ROLES
    assert {options["model"] for options in found.values()} == {""}
    assert (found["generator"]["temperature"], found["generator"]["max_tokens"]) == (0.3, 2000)
    assert (found["judge"]["temperature"], found["converse"]["max_tokens"]) == (0.0, 1500)


def test_one_model_for_all_and_a_light_one_for_some(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(monkeypatch, MODEL="openai:strong", CLASSIFIER_MODEL="openai:light", CRITIC_MODEL=EMBEDDED)
    assert found["generator"]["model"] == "openai:strong"
    assert found["classifier"]["model"] == "openai:light"
    assert found["critic"]["model"] == EMBEDDED


def test_the_generator_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(monkeypatch, GENERATOR_MODEL="openai:m", GENERATOR_MAX_TOKENS="700", GENERATOR_TEMPERATURE="0")
    assert (found["generator"]["max_tokens"], found["generator"]["temperature"]) == (700, 0.0)
    assert found["classifier"]["model"] == ""


def test_an_address_is_not_inherited_by_another_providers_model(monkeypatch: pytest.MonkeyPatch) -> None:
    here = "http://localhost:1/v1"
    found = read(
        monkeypatch,
        MODEL="openai:a",
        MODEL_BASE_URL=here,
        REWRITER_MODEL="openai:b",
        GENERATOR_MODEL="anthropic:c",
        JUDGE_MODEL="anthropic:d",
        JUDGE_BASE_URL="http://localhost:2",
    )
    assert [found[role]["base_url"] for role in ("critic", "rewriter", "generator", "judge")] == [
        here,
        here,
        "",
        "http://localhost:2",
    ]


def test_an_address_for_all_serves_a_model_that_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(monkeypatch, MODEL_BASE_URL="http://localhost:1/v1", GENERATOR_MODEL="openai:a")
    assert found["generator"]["base_url"] == "http://localhost:1/v1"
