"""Tables that would take the whole site's time, or its memory, if the process that serves it read them."""

import io
import time
from collections.abc import Callable

import openpyxl
import pytest

from knowledge import rows
from knowledge.catalogue import importing as catalogue
from knowledge.catalogue.kinds import KINDS
from knowledge.catalogue.tables import TableError
from knowledge.editing import importing


def workbook(columns: int) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["id", *["x"] * columns])
    book.save(out)
    return out.getvalue()


def test_rows_know_their_lines() -> None:
    data = '\ufeffid;title\n\n1;"two\nlines"\n2;;;\n'.encode()
    assert [(line.number, line.cells) for line in rows.read(data, 9)] == [
        (1, ["id", "title"]), (3, ["1", "two\nlines"]), (5, ["2"]),
    ]  # fmt: skip
    assert len(rows.read(data, 2)) == 2


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(
            b"id" + b"," * 4_900_000 + b"x" + b"\n1" * 5000, id="a row of five million empty cells, for each row"
        ),
        pytest.param(",".join(f"c{number}" for number in range(600_000)).encode(), id="600,000 names, each compared"),
        pytest.param(b"\n".join([b"," * 2_000_000 + b"x"] * 2), id="columns that nobody named"),
        pytest.param(workbook(300), id="a workbook of 300 columns"),
        pytest.param(b"id\n" + b"1\n" * 2_000_000, id="two million rows"),
    ],
)
def test_a_table_without_end_is_refused_at_once(data: bytes) -> None:
    begun = time.process_time()
    with pytest.raises(importing.TableError, match=r"columns|rows|name"):
        importing.read(data[: importing.MAX_BYTES])
    # Of this process, which serves others meanwhile.
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(
            b"code" + b"," * 1_000_000 + b"x\n" + b"a\n" * 400_000, id="rows as long as a header of a million"
        ),
        pytest.param(",".join(f"c{number}" for number in range(250_000)).encode() + b"\na\n", id="250,000 names"),
    ],
)
@pytest.mark.django_db
def test_a_catalogue_without_end_is_refused_at_once(data: bytes) -> None:
    begun = time.process_time()
    with pytest.raises(TableError, match="columns"):
        catalogue.plan(KINDS["courses"], data)
    assert time.process_time() - begun < 1


def no_more(*_arguments: object, **_named: object) -> None:
    raise AssertionError("this process reads it")


@pytest.mark.parametrize("data", [b"id,title\n1,a\n", workbook(1)])
def test_nobody_waits_for_the_reader_of_a_table(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    read: Callable[..., object] = rows.read
    for name in ("csv.reader", "zipfile.ZipFile", "openpyxl.load_workbook"):
        monkeypatch.setattr(name, no_more)
    assert read(data, 9)
