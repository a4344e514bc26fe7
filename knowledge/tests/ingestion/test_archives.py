import zipfile
from io import BytesIO

import pytest

from knowledge.ingestion.archives import MAX_FILES, members
from knowledge.ingestion.extract import errors
from knowledge.tests.ingestion import packages


def opened(data: bytes, max_mb: int = 1) -> list[tuple[str, bytes, str]]:
    """Name, content and error of each member."""
    return [(one.name, one.data, type(one.error).__name__) for one in members(BytesIO(data), max_mb)]


def test_files_keep_their_folders_and_what_systems_add_is_left_out() -> None:
    data = packages.packed({"bolsas/": "", "bolsas/a.txt": "x", "__MACOSX/bolsas/._a.txt": "", "a/.git/config": ""})
    assert opened(data) == [("bolsas/a.txt", b"x", "NoneType")]


def test_names_that_older_systems_wrote_are_read() -> None:
    data = packages.packed({"xxo.txt": "x"}).replace(b"xxo.txt", "Año.txt".encode("cp850"))
    assert opened(data)[0][0] == "Año.txt"


def test_an_archive_within_an_archive_and_a_file_too_large_are_refused_alone() -> None:
    data = packages.packed({"in.zip": packages.packed({"a": "b"}), "large.txt": b"a" * 1_100_000, "b.txt": "x"})
    assert opened(data) == [
        ("in.zip", b"", "NestedArchive"),
        ("large.txt", b"", "TooLarge"),
        ("b.txt", b"x", "NoneType"),
    ]


def test_a_member_that_is_damaged_is_refused_alone() -> None:
    data = packages.packed({"a.txt": b"0123456789" * 9, "b.txt": "x"})
    with zipfile.ZipFile(BytesIO(data)) as archive:
        start = archive.getinfo("a.txt").header_offset + 30 + len("a.txt")
    assert opened(data[:start] + b"\xff\xff\xff" + data[start + 3 :]) == [
        ("a.txt", b"", "Broken"), ("b.txt", b"x", "NoneType"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (packages.packed({"bomb.txt": b"0" * 30_000_000}), errors.TooMuchUnpacked),
        (b"PK\x03\x04rubbish", errors.Broken),
        (packages.packed({f"{number}.txt": "" for number in range(MAX_FILES + 1)}), errors.TooMuchUnpacked),
    ],
)  # fmt: skip
def test_bombs_and_rubbish_are_not_opened(data: bytes, error: type[errors.ExtractionError]) -> None:
    with pytest.raises(error):
        opened(data)
