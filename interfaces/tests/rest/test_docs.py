"""The description, however many ask for it first."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from interfaces.rest import docs


def test_those_who_come_first_together_do_not_disturb_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    making = list[int]()

    def make(*_asked: Any, **_options: Any) -> dict[str, Any]:
        making.append(1)
        time.sleep(0.05)
        return {}

    monkeypatch.setattr(SchemaGenerator, "get_schema", make)
    docs._made.cache_clear()
    try:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _reader: docs.openapi(), range(4)))
    finally:
        docs._made.cache_clear()
    assert len(making) == 1
