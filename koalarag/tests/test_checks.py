import os
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from koalarag.localserver import connection

# A constraint of a model asks which version PostgreSQL is.
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def generator(model: str, base_url: str = "", temperature: float = 0.3, max_tokens: int = 2000) -> dict[str, Any]:
    options = {"model": model, "base_url": base_url, "temperature": temperature, "max_tokens": max_tokens}
    return {"LANGUAGE_MODELS": {"generator": options}}


def ids(**settings: Any) -> list[str]:
    with override_settings(**settings):
        return [message.id for message in run_checks(databases=["default"]) if message.id.startswith("koalarag.")]


def test_the_settings_of_a_bare_machine_are_sound() -> None:
    assert ids() == []


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({"MAX_PAGES": 0}, ["koalarag.E002"]),
        ({"MAX_UPLOAD_MB": 100_000}, ["koalarag.E002"]),
        (generator("gpt-4o-mini"), ["koalarag.E003"]),
        (generator("openai: "), ["koalarag.E003"]),
        (generator("openai:m", "localhost:1"), ["koalarag.E003"]),
        (generator("openai:m", "http://localhost:1", temperature=3), ["koalarag.E003"]),
        (generator("openai:m", "http://localhost:1", max_tokens=0), ["koalarag.E003"]),
        (generator("openai:m", "http://localhost:1"), []),
        (generator("embedded"), []),
        (generator("", "http://localhost:1"), ["koalarag.W001"]),
        (generator("openai:gpt-4o-mini"), ["koalarag.W003"]),
        (generator("anthropic:claude-sonnet-4-5"), ["koalarag.W003"]),
        ({"DATA_DIR": Path("/nowhere")}, ["koalarag.E001"]),
        ({"REQUESTS_PER_MINUTE": {"student": 0}}, ["koalarag.E006"]),
        ({"QUESTIONS_PER_MINUTE": {"pupil": 5}}, ["koalarag.E006"]),
    ],
)
def test_what_cannot_work_is_found(settings: dict[str, Any], found: list[str]) -> None:
    assert ids(**settings) == found


def test_what_a_model_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def hint(model: str) -> str:
        with override_settings(**generator(model)):
            return str(next(message.hint for message in run_checks() if message.id == "koalarag.W003"))

    assert "pip install langchain-anthropic" in hint("anthropic:claude-sonnet-4-5")
    assert "key at openai" in hint("openai:gpt-4o-mini")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    assert ids(**generator("openai:gpt-4o-mini")) == []


def test_a_redis_that_does_not_answer_is_found() -> None:
    assert ids(REDIS_URL=f"redis://127.0.0.1:{connection.free_port()}/0") == ["koalarag.E005"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_data_folder_is_found(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert ids(DATA_DIR=tmp_path) == ["koalarag.E001"]
