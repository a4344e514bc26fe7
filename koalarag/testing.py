"""pytest plugin: a PostgreSQL of its own for each test run, unless DATABASE_URL names one."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from koalarag.embedded import postgres

_resources = ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    """A wrapper, so that it runs before pytest-django reads the settings."""
    data_dir = Path(tempfile.mkdtemp(prefix="koalarag-test-"))
    data_dir.chmod(0o755)
    _resources.callback(shutil.rmtree, data_dir, ignore_errors=True)
    os.environ["KOALARAG_DATA_DIR"] = str(data_dir)
    if not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = _resources.enter_context(postgres.server(data_dir, wait_for_end=True))
    return (yield)


def pytest_unconfigure() -> None:
    _resources.close()
