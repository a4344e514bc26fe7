"""Pictures of pages under load: drawn once, kept within a bound, and nobody waits with a connection in his hand."""

import os
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from knowledge.highlighting import child, pictures
from knowledge.highlighting import page as pdf_page
from knowledge.models import Document, DocumentContent, Visibility
from knowledge.tests.highlighting import pdfs


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return tmp_path / "pages"


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that were started, as how many connections were held in the end while others waited for them."""
    real, held = subprocess.run, []
    # A thread that an earlier test left behind may hold one.
    before = _held() - (connection.connection is not None)

    def counted(*args: Any, **options: Any) -> Any:
        deadline = time.monotonic() + 20
        while _held() > before and time.monotonic() < deadline and not connection.in_atomic_block:
            time.sleep(0.05)
        held.append(_held() - before)
        return real(*args, **options)

    monkeypatch.setattr(subprocess, "run", counted)
    return held


def _held() -> int:
    statistics = connection.pool.get_stats()  # type: ignore[attr-defined]
    return statistics.get("pool_size", 0) - statistics.get("pool_available", 0)


def picture(document: Document, page: int = 1, client: Client | None = None) -> Any:
    return (client or Client()).get(reverse("source-page", args=[document.pk, page]))


def at_once(number: int, work: Callable[[], Any]) -> list[Any]:
    def one(_number: int) -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(one, range(number)))


@pytest.mark.django_db(transaction=True)
def test_forty_who_want_the_same_picture_wait_for_one_that_is_drawn(regulations: Document, children: list[int]) -> None:
    connection.close()
    answers = at_once(40, lambda: picture(regulations))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert children == [0]


@pytest.mark.django_db
def test_a_picture_that_was_drawn_needs_neither_file_nor_process(regulations: Document, children: list[int]) -> None:
    first = picture(regulations).content
    DocumentContent.objects.all().delete()
    assert picture(regulations).content == first
    assert len(children) == 1


@pytest.mark.django_db
def test_a_page_that_cannot_be_drawn_is_tried_once(make_document: Any, children: list[int]) -> None:
    document = make_document(b"%PDF-1.4 broken", [])
    assert [picture(document).status_code for _time in range(2)] == [422, 422]
    assert len(children) == 1


@pytest.mark.django_db
def test_a_page_that_waited_too_long_for_a_processor_is_tried_again(
    regulations: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as busy:
        busy.setattr(child, "SECONDS", 0.0005)
        assert picture(regulations).status_code == 503
    assert picture(regulations).status_code == 200


def test_beyond_its_queue_readers_are_turned_away(monkeypatch: pytest.MonkeyPatch, regulations_bytes: bytes) -> None:
    monkeypatch.setattr(pdf_page, "_queue", threading.BoundedSemaphore(1))
    monkeypatch.setattr(pdf_page, "_places", threading.BoundedSemaphore(1))
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> bytes:
        begun.set()
        go_on.wait(20)
        return regulations_bytes

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(pdf_page.picture, slow, 1, 1)
        assert begun.wait(20)
        second = threads.submit(pdf_page.picture, regulations_bytes, 1, 1)
        while pdf_page._queue._value:  # type: ignore[attr-defined]
            pass
        with pytest.raises(pdf_page.TooBusy):
            pdf_page.picture(regulations_bytes, 1, 1)
        go_on.set()
        assert first.result()
        assert second.result()


@pytest.fixture
def regulations_bytes() -> bytes:
    return pdfs.regulations()


@pytest.mark.django_db
def test_who_is_turned_away_is_told_when_to_come_back(regulations: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_page, "_queue", threading.BoundedSemaphore(1))
    assert pdf_page._queue.acquire(blocking=False)
    answer = picture(regulations)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


@pytest.mark.django_db
@pytest.mark.parametrize(("visibility", "kept"), [(Visibility.PUBLIC, "max-age=3600"), (Visibility.STAFF, "no-cache")])
def test_browsers_ask_again_for_what_is_not_for_everybody(
    regulations: Document, editor: User, client: Client, visibility: str, kept: str
) -> None:
    Document.objects.update(visibility=visibility)
    client.force_login(editor)
    assert picture(regulations, client=client)["Cache-Control"] == f"private, {kept}"


def test_the_folder_keeps_its_bound_and_what_was_asked_for_last(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / "ab" / f"{number}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * 100)
        os.utime(path, (number, number))
    pictures.sweep(tmp_path, 1000)
    assert len(list(tmp_path.glob("*/*"))) == 10
    pictures.sweep(tmp_path, 900)
    assert sorted(path.name for path in tmp_path.glob("*/*")) == [f"{number}.png" for number in range(3, 10)]
