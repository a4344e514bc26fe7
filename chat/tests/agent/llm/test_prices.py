import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from pytest_django import Settings

from chat.agent.llm.prices import OURS, PricesUnreadable, cost, read
from chat.checks import prices_are_readable


def test_a_call_is_charged_by_the_million_tokens() -> None:
    assert cost("openai:gpt-4o-mini", 1_000_000, 500_000) == pytest.approx(0.15 + 0.30)
    assert cost("openai:gpt-4o-mini-2024-07-18", 1000, 0) == pytest.approx(0.00015)
    assert cost("ollama:llama3", 1000, 1000) == 0.0


def test_an_unknown_price_is_none_and_not_nothing() -> None:
    assert cost("openai:our-own", 1000, 1000) is None
    assert cost("openai:gpt-4o", 0, 0) is None, "the server counted no tokens"


def test_the_first_pattern_that_fits_counts_and_none_is_hidden_by_an_earlier_one() -> None:
    patterns = list(tomllib.loads(OURS.read_text("utf-8"))["prices"])
    for place, pattern in enumerate(patterns):
        example = pattern.replace("*", "")
        assert next(one for one in patterns if fnmatchcase(example, one)) == patterns[place]


def test_a_table_of_ones_own_replaces_ours(tmp_path: Path, settings: Settings) -> None:
    own = tmp_path / "prices.toml"
    own.write_text('[prices]\n"openai:our-*" = [1, 2.5]\n')
    settings.MODEL_PRICES_FILE = str(own)
    assert cost("openai:our-own", 1_000_000, 1_000_000) == 3.5
    assert cost("openai:gpt-4o-mini", 1000, 1000) is None


@pytest.mark.parametrize(
    "content",
    [None, "", "[prices", '[prices]\n"a:b" = 3', '[prices]\n"a:b" = [1, -2]', '[prices]\n"a:b" = [1, 2, 3]', b"\xff"],
)
def test_a_table_that_cannot_be_read_is_said_at_start_up(
    tmp_path: Path, settings: Settings, content: str | bytes | None
) -> None:
    own = tmp_path / "prices.toml"
    if content is not None:
        own.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(PricesUnreadable, match=r"prices\.toml"):
        read(own)
    settings.MODEL_PRICES_FILE = str(own)
    assert [message.id for message in prices_are_readable(None)] == ["koalarag.E006"]
