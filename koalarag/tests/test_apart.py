import threading
import time

import pytest

from koalarag import apart
from koalarag.tests import reading

HERE = reading.__name__


def test_answers_come_with_what_stands_beside_them() -> None:
    (told, beside), (names, _nothing) = apart.answers(f"{HERE}:told", b"abc", "é", "2")
    assert (told, beside) == ([3, "é", "2"], b"cba")
    assert not {"SECRET_KEY", "DATABASE_URL", "DJANGO_SETTINGS_MODULE"} & set(names)


def test_what_a_library_prints_is_no_answer() -> None:
    assert apart.value(f"{HERE}:prints", b"") == "answer"


@pytest.mark.parametrize("function", ["computes", "sleeps", "remembers"])
def test_what_takes_too_much_ends(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "SECONDS", 1)
    begun = time.monotonic()
    with pytest.raises(apart.TooMuch):
        list(apart.answers(f"{HERE}:{function}", b""))
    assert time.monotonic() - begun < 10


def test_who_finds_no_place_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_places", threading.BoundedSemaphore(1))
    monkeypatch.setattr(apart, "WAIT_SECONDS", 0.1)
    reading_now = apart.answers(f"{HERE}:told", b"")
    next(reading_now)
    with pytest.raises(apart.TooBusy):
        apart.value(f"{HERE}:told", b"")
    reading_now.close()
    assert apart.value(f"{HERE}:told", b"") == [0]
