import time

import pytest

from koalarag import apart, safe_yaml
from koalarag.safe_yaml import YamlError, load, load_apart

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def test_what_others_write_is_read() -> None:
    text = "title: Normas\nwhen: 2025-09-10\nlist: [1, true, ~]\n"
    assert load_apart(text.encode()) == {"title": "Normas", "when": "2025-09-10", "list": [1, True, None]}
    assert load(text, typed=False)["list"] == ["1", "true", "~"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "aliases"),
        ("[" * 50_000, "nested more than"),
        ("- a\n" * (safe_yaml.MAX_VALUES + 1), "more than 100000 values"),
        ("a: [", "expected"),
        ("a: 0001-99-99", "month must be"),
        ("a: \x00", "control characters"),
    ],
)
def test_what_would_take_too_much_is_refused_at_once(text: str, said: str) -> None:
    started = time.process_time()
    with pytest.raises(YamlError, match=said):
        load(text)
    assert time.process_time() - started < 5


def test_a_process_of_its_own_says_what_is_wrong_and_where() -> None:
    with pytest.raises(YamlError, match="aliases") as caught:
        load_apart(BOMB.encode())
    assert caught.value.line == 2
    with pytest.raises(YamlError, match="utf-8"):
        load_apart(b"a: \xff")
    with pytest.raises(YamlError, match="larger than 5 MB"):
        load_apart(b" " * (safe_yaml.MAX_BYTES + 1))


def test_a_process_of_its_own_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "MEMORY_MB", 1)
    with pytest.raises(YamlError, match="too long or too much memory"):
        load_apart(b"a: " + b"x" * 4_000_000)
