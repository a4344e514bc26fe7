"""Documents that take too much, and an innocent one behind each: `python -m bench.bombs`.

A warm worker, on an embedded PostgreSQL of its own, is given each bomb and then, by another task, a short text.
Measured are the seconds until the short text can be found, the most memory of the worker and of the processes that read
files, and what became of the bomb. All sizes are fixed and all words seeded; nothing goes over the network.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import Event, Thread

import psutil

from bench.ingestion import start

MB = 2**20
INNOCENT = "El préstamo ordinario dura quince días y se renueva una sola vez."
_WORDS = "prazo matrícula préstamo biblioteca solicitude normativa curso alumnado taxa bolsa calendario grao".split()


@dataclass
class Peaks:
    """bytes"""

    worker: int = 0
    readers: int = 0
    """of the largest of them"""


@dataclass(frozen=True)
class Bomb:
    file_name: str
    make: Callable[[], bytes]


def text_of(megabytes: int) -> bytes:
    """Words in sentences and paragraphs, as an honest book has them."""
    chance = random.Random(megabytes)
    made = bytearray()
    while len(made) < megabytes * MB:
        sentence = " ".join(chance.choices(_WORDS, k=12)).capitalize()
        made += f"{sentence} {chance.randrange(10_000)}.{chr(10) * (2 if chance.random() < 0.2 else 1)}".encode()
    return bytes(made)


def html_of(megabytes: int) -> bytes:
    return b"<html><body><main><p>" + text_of(megabytes).replace(b"\n\n", b"</p><p>") + b"</p></main></body></html>"


def tags_of() -> bytes:
    return b"<html><body>" + b"".join(b"<p>%d</p>" % number for number in range(1_000_000)) + b"</body></html>"


def docx_of(megabytes: int) -> bytes:
    paragraph = f"<w:p><w:r><w:t>{'prazo de matrícula ' * 40}</w:t></w:r></w:p>".encode()
    body = paragraph * (megabytes * MB // len(paragraph))
    xmlns = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _RELATIONS)
        archive.writestr("word/document.xml", b"<w:document %b><w:body>%b</w:body></w:document>" % (xmlns, body))
    return packed.getvalue()


def pages_of(count: int) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    target, chance = BytesIO(), random.Random(count)
    canvas = Canvas(target, pageCompression=1)
    for _page in range(count):
        for line in range(20):
            words = " ".join(chance.choices(_WORDS, k=10)).capitalize()
            canvas.drawString(60, 700 - 14 * line, f"{words} {chance.randrange(10_000)}.")
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def picture_of(side: int) -> bytes:
    from PIL import Image

    target = BytesIO()
    Image.new("1", (side, side)).save(target, "PNG")
    return target.getvalue()


def alias_bomb() -> bytes:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    return "\n".join(["---", *lines, "title: *i", "---", "Texto."]).encode()


BOMBS = {
    "0.6 KB of Markdown, nested YAML aliases": Bomb("aliases.md", alias_bomb),
    "716 bytes of HTML comments": Bomb("comments.html", lambda: b"<!---->" * 102 + b"x"),
    "25 MB text": Bomb("book25.txt", lambda: text_of(25)),
    "49 MB text": Bomb("book49.txt", lambda: text_of(49)),
    "25 MB of one word": Bomb("word.txt", lambda: b"a" * (25 * MB)),
    "20 MB HTML": Bomb("page.html", lambda: html_of(20)),
    "1 million tags": Bomb("tags.html", tags_of),
    "200,000 tags within each other": Bomb("deep.html", lambda: b"<html><body>" + b"<div>" * 200_000 + b"texto"),
    "20 MB Markdown of brackets": Bomb("brackets.md", lambda: b"[" * (20 * MB)),
    "9 MB Markdown of quotes within quotes": Bomb("quotes.md", lambda: (b">" * 3000 + b" a\n") * 3000),
    "300 KB of Word, 200 MB unpacked": Bomb("packed.docx", lambda: docx_of(200)),
    "10,000 pages of PDF": Bomb("pages.pdf", lambda: pages_of(10_000)),
    "a picture of 20,000 by 20,000 points": Bomb("picture.png", lambda: picture_of(20_000)),
    # What is indexed comes last: it takes its time, and what is large waits for it.
    "200 pages of PDF (honest)": Bomb("book.pdf", lambda: pages_of(200)),
    "9 MB of one sentence": Bomb("sentence.txt", lambda: b"prazo de matricula " * (9 * MB // 19)),
    "1 MB text (honest)": Bomb("book.txt", lambda: text_of(1)),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.bombs", description=__doc__)
    parser.add_argument("--seconds", type=int, default=240, help="how long a bomb is waited for (default: 240)")
    parser.add_argument("--only", default="", help="bombs whose name holds this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="koalarag-bench-") as folder, ExitStack() as resources:
        Path(folder).chmod(0o755)
        start(Path(folder), resources)
        worker = resources.enter_context(_worker(Path(folder)))
        _thrown("warm", Bomb("warm.txt", INNOCENT.encode), worker, 600)
        for name, bomb in BOMBS.items():
            if options.only in name:
                sys.stdout.write(_thrown(name, bomb, worker, options.seconds))
                sys.stdout.flush()
        sys.stdout.write(_records(Path(folder)))


@contextmanager
def _worker(folder: Path) -> Iterator[psutil.Process]:
    command = [sys.executable, "-m", "celery", "--app", "koalarag", "worker", "--hostname", "bench@%h"]
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    with (folder / "worker.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ.copy())
    try:
        yield psutil.Process(process.pid)
    finally:
        process.kill()
        process.wait()


def _thrown(name: str, bomb: Bomb, worker: psutil.Process, seconds: int) -> str:
    from knowledge.ingestion import intake
    from knowledge.ingestion.extract.errors import ExtractionError
    from knowledge.models import Collection

    collection, _created = Collection.objects.get_or_create(slug="bombs", name="Bombs")
    data = bomb.make()
    with _watched(worker) as peaks:
        started = time.monotonic()
        try:
            first = intake.receive(collection, bomb.file_name, data).document_id
            intake.queue([first])
        except ExtractionError as error:
            return f"| {name} | refused at the door: {error} | – | – | – |\n"
        innocent = intake.receive(collection, f"innocent-{first}.txt", f"{INNOCENT} {first}".encode()).document_id
        intake.queue([innocent])
        behind = _until_ended(innocent, started, seconds)[0]
        took, what = _until_ended(first, started, seconds)
    worked = f"{peaks.worker // MB} MB | {peaks.readers // MB} MB"
    return f"| {name} | {what} ({took:.0f} s) | {behind:.0f} s | {worked} |\n"


def _until_ended(document_id: int, started: float, seconds: int) -> tuple[float, str]:
    from knowledge.models import Document, State

    while True:
        document = Document.objects.get(pk=document_id)
        elapsed = time.monotonic() - started
        if document.state == State.INDEXED:
            return elapsed, f"indexed, {document.chunks.count()} passages"
        if document.state == State.FAILED:
            return elapsed, " ".join(document.error.split())
        if elapsed > seconds:
            return elapsed, f"still {document.state}, {document.progress} %"
        time.sleep(0.2)


@contextmanager
def _watched(worker: psutil.Process) -> Iterator[Peaks]:
    peaks, ended = Peaks(), Event()

    def watch() -> None:
        while not ended.wait(0.1):
            try:
                peaks.worker = max(peaks.worker, worker.memory_info().rss)
                sizes = [child.memory_info().rss for child in worker.children(recursive=True)]
                peaks.readers = max(peaks.readers, *sizes, 0)
            except psutil.NoSuchProcess:
                continue

    thread = Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield peaks
    finally:
        ended.set()
        thread.join()


def _records(folder: Path) -> str:
    """A line of 60 MB between two good ones."""
    from knowledge.ingestion.feeds import offers

    path = folder / "records.jsonl"
    good = '{"id": "a", "text": "El plazo es de un mes."}\n'
    path.write_text(good + '{"id": "b", "text": "' + "x" * (60 * MB) + '"}\n' + good)
    before = psutil.Process().memory_info().rss
    found = [str(offer.error).replace("\n", " ") if offer.error else "read" for offer in offers(path)]
    grown = max(0, psutil.Process().memory_info().rss - before) // MB
    return f"| a JSON line of 60 MB between two others | {'; '.join(found)} | – | +{grown} MB | – |\n"


_PACKAGE, _OFFICE = "http://schemas.openxmlformats.org/package/2006", "application/vnd.openxmlformats-officedocument"
_TYPES = f"""<?xml version="1.0"?><Types xmlns="{_PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="{_OFFICE}.wordprocessingml.document.main+xml"/></Types>"""
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_RELATIONS = f"""<?xml version="1.0"?><Relationships xmlns="{_PACKAGE}/relationships">
<Relationship Id="rId1" Type="{_KIND}" Target="word/document.xml"/></Relationships>"""

if __name__ == "__main__":
    main()
