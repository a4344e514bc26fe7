"""What test_apart has read apart: functions as koalarag.limited calls them."""

import os
import time
from collections.abc import Iterator


def told(data: bytes, *arguments: str) -> Iterator[tuple[object, bytes]]:
    yield [len(data), *arguments], data[::-1]
    yield sorted(os.environ), b""


def computes(data: bytes) -> Iterator[tuple[object, bytes]]:
    yield "begun", b""
    while True:
        pass


def sleeps(data: bytes) -> Iterator[tuple[object, bytes]]:
    time.sleep(600)
    yield "too late", b""


def remembers(data: bytes) -> Iterator[tuple[object, bytes]]:
    yield len(b"x" * 2**30), b""


def prints(data: bytes) -> Iterator[tuple[object, bytes]]:
    print("what a library says")
    yield "answer", b""
