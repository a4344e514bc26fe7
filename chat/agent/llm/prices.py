"""What a call costs, from the one table of prices."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from django.conf import settings

OURS = Path(__file__).with_name("prices.toml")
MILLION = 1_000_000

Prices = Mapping[str, tuple[float, float]]
"""pattern of provider:model -> US dollars per million tokens read and written"""


class PricesUnreadable(ValueError):
    """The file of prices is missing or not as it should be; the message says where."""


def cost(model: str, input_tokens: int, output_tokens: int) -> float | None:
    """US dollars; None where the model has no price in the table, or the server did not count its tokens."""
    found = next((price for pattern, price in prices().items() if fnmatchcase(model, pattern)), None)
    if found is None or not (input_tokens or output_tokens):
        return None
    return round((input_tokens * found[0] + output_tokens * found[1]) / MILLION, 8)


def prices() -> Prices:
    return read(Path(settings.MODEL_PRICES_FILE or OURS))


@cache
def read(path: Path) -> Prices:
    """PricesUnreadable where it cannot be used."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))["prices"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as error:
        raise PricesUnreadable(f"{path}: {error!r}") from error
    for name, price in table.items():
        if not (isinstance(price, list) and len(price) == 2 and all(_is_price(one) for one in price)):
            raise PricesUnreadable(f"{path}: “{name}” must be two numbers from 0 on: [read, written].")
    return {name: (float(price[0]), float(price[1])) for name, price in table.items()}


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
