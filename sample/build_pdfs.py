"""`python sample/build_pdfs.py` makes the PDFs of the sample from pdf_sources/; --check says which are out of date."""

from __future__ import annotations

import argparse
import sys
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader
from rendering import pages, scan, source

SAMPLE = Path(__file__).resolve().parent


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the sample's PDFs from pdf_sources/.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a PDF differs from its source")
    check: bool = parser.parse_args().check
    stale = 0
    try:
        for path in sorted(SAMPLE.glob("pdf_sources/**/*.md")):
            stale += _check(path) if check else _write(path)
    except ValueError as error:
        sys.exit(str(error))
    return 1 if check and stale else 0


def build(path: Path) -> tuple[Path, bytes]:
    """Where the PDF of a source belongs, and its bytes."""
    wanted = source.read(path)
    pdf = pages.render(wanted)
    return SAMPLE / wanted.output, scan.scan(pdf, wanted) if wanted.scanned else pdf


def _write(path: Path) -> bool:
    target, pdf = build(path)
    if target.exists() and target.read_bytes() == pdf:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(pdf)
    print(f"{target.relative_to(SAMPLE)}  {len(pdf) // 1024} KiB")
    return True


def _check(path: Path) -> bool:
    target, pdf = build(path)
    if target.exists() and contents(target.read_bytes()) == contents(pdf):
        return False
    print(f"{target.relative_to(SAMPLE)} is not what {path.relative_to(SAMPLE)} says: run sample/build_pdfs.py")
    return True


def contents(pdf: bytes) -> list[object]:
    """What a PDF shows, unpacked: other builds of zlib or libjpeg pack the same content in other bytes."""
    reader = PdfReader(BytesIO(pdf))
    drawn = (page.get_contents() for page in reader.pages)
    return [dict(reader.metadata or {}), *(content.get_data() for content in drawn if content)]


if __name__ == "__main__":
    sys.exit(main())
