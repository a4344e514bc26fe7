"""The cost of a call, from the price table."""

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from django.conf import settings

OURS = Path(__file__).with_name("prices.toml")
MILLION = 1_000_000

Prices = Mapping[str, tuple[float, float]]
"""pattern of provider:model -> US dollars per million input and output tokens"""


class PricesUnreadable(ValueError):
    """The price file is missing or invalid; the message says where."""


def cost(model: str, input_tokens: int, output_tokens: int) -> float | None:
    """US dollars; None where the model has no price in the table, or the server reported no token counts."""
    found = next((price for pattern, price in prices().items() if fnmatchcase(model, pattern)), None)
    if found is None or not (input_tokens or output_tokens):
        return None
    return round((input_tokens * found[0] + output_tokens * found[1]) / MILLION, 8)


def prices() -> Prices:
    return read(Path(settings.MODEL_PRICES_FILE or OURS))


@cache
def read(path: Path) -> Prices:
    """Raises PricesUnreadable where the file is invalid."""
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
