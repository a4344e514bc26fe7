import io
import os
import subprocess

import pytest
from pytest_django import Settings

from knowledge.ingestion import sandbox
from knowledge.ingestion.extract import errors, forks, formats, wire
from knowledge.tests.ingestion import pdfs


def a_pdf(paragraphs: int = 3) -> bytes:
    return pdfs.document([pdfs.paragraph("Una frase sobre el préstamo de libros. " * 8) for _ in range(paragraphs)])


def test_a_document_comes_back_whole_from_the_other_process() -> None:
    data = a_pdf()
    limits = sandbox.Limits(100, 60, 1024)
    assert sandbox.extract(formats.PDF, data) == formats.extractor(formats.PDF)(data, limits)


def test_errors_come_back_by_name() -> None:
    with pytest.raises(errors.Encrypted):
        sandbox.extract(formats.PDF, pdfs.encrypted(a_pdf(), "clave"))
    with pytest.raises(errors.Broken):
        sandbox.extract(formats.PDF, b"%PDF-1.7\nrubbish")
    assert sandbox.extract(formats.PDF, a_pdf()).page_count == 1


def test_time_is_limited_and_the_next_file_is_read(settings: Settings) -> None:
    large = a_pdf(4000)
    settings.EXTRACT_TIMEOUT_SECONDS = 1
    with pytest.raises(errors.TimedOut):
        sandbox.extract(formats.PDF, large)
    assert sandbox.extract(formats.PDF, a_pdf()).page_count == 1


def test_memory_is_limited_and_the_next_file_is_read(settings: Settings) -> None:
    settings.EXTRACT_MEMORY_MB = 64
    with pytest.raises(errors.OutOfMemory):
        sandbox.extract(formats.HTML, b"<p>El plazo.</p>" * 500_000)
    settings.EXTRACT_MEMORY_MB = 1024
    assert sandbox.extract(formats.PDF, a_pdf()).page_count == 1


def test_a_parser_that_died_is_started_again() -> None:
    sandbox.extract(formats.PDF, a_pdf())
    process = sandbox._parsers.idle[-1]._process
    assert process is not None
    os.kill(process.pid, 9)
    process.wait()
    assert sandbox.extract(formats.PDF, a_pdf()).page_count == 1


def test_the_parser_is_not_told_the_sites_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox.extract(formats.PDF, a_pdf())
    monkeypatch.setenv("DATABASE_URL_SECRET", "secret")
    sandbox._parsers.idle[-1].stop()
    sandbox.extract(formats.PDF, a_pdf())
    process = sandbox._parsers.idle[-1]._process
    assert process is not None
    with open(f"/proc/{process.pid}/environ", "rb") as environment:
        assert b"secret" not in environment.read()


def test_scanned_pages_are_read_within_the_limits_and_say_how_far_they_are() -> None:
    heard: list[tuple[int, int]] = []
    scan = pdfs.scanned(a_pdf(), dpi=100)
    document = sandbox.extract(formats.PDF, pdfs.joined(scan, scan), lambda done, of: heard.append((done, of)))
    assert [len(page.lines) > 1 for page in document.ocr] == [True, True]
    assert heard == [(0, 2), (1, 2), (1, 2), (2, 2)]


def test_an_answer_that_comes_along_with_the_last_progress_is_not_waited_for() -> None:
    """As where others are at work on the machine: whoever listens is late."""
    messages, heard = io.BytesIO(), []
    for message in (wire.dump_progress(1, 2), wire.dump_progress(2, 2), b"the answer"):
        forks.write(messages, message)
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(messages.getvalue())
        process.stdin.flush()
        answer = sandbox._ParserProcess()._answer(process, 5, lambda done, of: heard.append((done, of)))
        process.stdin.close()
    assert (heard, answer) == ([(1, 2), (2, 2)], b"the answer")


def test_a_scanned_page_has_a_time_of_its_own(settings: Settings) -> None:
    settings.EXTRACT_TIMEOUT_SECONDS = 1
    with pytest.raises(errors.ExtractionError, match="took too long"):
        sandbox.extract(formats.PDF, pdfs.scanned(a_pdf(40), part=1))
