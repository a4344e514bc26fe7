import os
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from koalarag.embedded import connection


def generator(model: str) -> dict[str, dict[str, Any]]:
    return {"generator": {"model": model, "base_url": "", "temperature": 0.3, "max_tokens": 2000}}


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
        ({"LANGUAGE_MODELS": generator("gpt-4o-mini")}, ["koalarag.E003"]),
        ({"LANGUAGE_MODELS": generator("openai:gpt-4o-mini")}, []),
        ({"DATA_DIR": Path("/nowhere")}, ["koalarag.E001"]),
    ],
)
def test_what_cannot_work_is_found(settings: dict[str, Any], found: list[str]) -> None:
    assert ids(**settings) == found


def test_a_redis_that_does_not_answer_is_found() -> None:
    assert ids(REDIS_URL=f"redis://127.0.0.1:{connection.free_port()}/0") == ["koalarag.E005"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_data_folder_is_found(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert ids(DATA_DIR=tmp_path) == ["koalarag.E001"]
