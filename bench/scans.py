"""How well text recognition reads pages that were degraded as scanners and copiers do: `python -m bench.scans`.

Pages of the sample's PDFs are drawn and degraded; their text layers say what stands on them. Each line is compared with
the words that were read where it stands: the error is the edits a character. `--engine tesseract` measures Tesseract
(with --languages of its own) on the same pages, where it is installed.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pypdfium2 as pdfium
from PIL import Image, ImageFilter
from rapidfuzz.distance import Levenshtein

from knowledge.ingestion.extract import ocr, pdf_page
from knowledge.ingestion.layout.lines import Line, lines

_SAMPLE = Path(__file__).resolve().parents[1] / "sample"
# Two pages in each language; tables, lists, headings, names, addresses.
_PAGES = (
    ("guides/estatistica_2025-2026_gl.pdf", 1),
    ("regulations/regulamento-avaliacion.pdf", 1),
    ("guides/algebra_2025-2026_es.pdf", 1),
    ("regulations/oferta-titulaciones-2025.pdf", 1),
    ("guides/databases_2025-2026_en.pdf", 2),
)
_CONFIDENCES = (0.5, 0.8, 0.9, 0.95, 0.98, 1.01)


@dataclass(frozen=True)
class Word:
    text: str
    x: float
    y: float
    confidence: float


Engine = Callable[[Image.Image, str], list[Word]]
"""the picture and the page's language"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.scans", description=__doc__)
    parser.add_argument("--engine", choices=("ours", "tesseract"), default="ours")
    parser.add_argument("--only", nargs="*", default=list(_DEGRADED), choices=_DEGRADED, metavar="HOW")
    parser.add_argument("--json", type=Path, help="every line, what was read of it, and how surely")
    options = parser.parse_args()
    engine = {"ours": _ours, "tesseract": _tesseract}[options.engine]
    rows = [row for how in options.only for page in _PAGES for row in _measured(engine, how, *page)]
    _report(rows)
    who = resource.RUSAGE_CHILDREN if options.engine == "tesseract" else resource.RUSAGE_SELF
    print(f"memory: {resource.getrusage(who).ru_maxrss // 1024} MB")
    if options.json:
        options.json.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows))


def _measured(engine: Engine, how: str, file: str, number: int) -> Iterator[dict[str, object]]:
    with pdfium.PdfDocument(_SAMPLE / file) as document:
        page = document[number - 1]
        written = lines(pdf_page.glyphs(page, pdf_page.placement(page)), number)
        dpi, angle, degrade = _DEGRADED[how]
        picture = degrade(page.render(scale=dpi / 72).to_pil().convert("L"))
        picture = picture.rotate(-angle, Image.Resampling.BICUBIC, fillcolor=255).convert("RGB")
        size = page.get_size()
    began = _seconds()
    words = [_straight(word, dpi / 72, angle, size) for word in engine(picture, file.rsplit("_")[-1][:2])]
    seconds = _seconds() - began
    for line in written:
        here = sorted((word for word in words if _stands_in(word, line)), key=lambda word: word.x)
        read = " ".join(word.text for word in here)
        yield {
            "how": how, "file": file, "written": line.text, "read": read, "seconds": seconds / len(written),
            "errors": Levenshtein.distance(line.text, read), "pages": 1 / len(written),
            "confidence": min((word.confidence for word in here), default=0.0),
        }  # fmt: skip


def _seconds() -> float:
    """Of the processor, this process's and those it started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


def _straight(word: Word, scale: float, angle: float, size: tuple[float, float]) -> Word:
    """In points of the page before it was turned."""
    middle_x, middle_y = size[0] / 2, size[1] / 2
    across, down = word.x / scale - middle_x, word.y / scale - middle_y
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    x, y = middle_x + across * cosine + down * sine, middle_y - across * sine + down * cosine
    return Word(word.text, x, y, word.confidence)


def _stands_in(word: Word, line: Line) -> bool:
    return line.x0 - 2 <= word.x <= line.x1 + 2 and line.y0 <= word.y <= line.y1


def _ours(picture: Image.Image, language: str) -> list[Word]:
    found = ocr.read_lines(np.asarray(picture)[:, :, ::-1].copy())
    return [
        Word(text, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, line.confidence)
        for line in found
        for text, box in zip(line.text.split(" "), line.words, strict=True)
    ]


def _tesseract(picture: Image.Image, language: str) -> list[Word]:
    file = BytesIO()
    picture.save(file, "PNG")
    known = {"gl": "glg+spa", "es": "spa+glg", "en": "eng"}.get(language, "glg+spa")
    command = ["tesseract", "stdin", "stdout", "-l", known, "--dpi", "200", "tsv"]
    one_thread = os.environ | {"OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=file.getvalue(), capture_output=True, check=True, env=one_thread)
    words = []
    for row in done.stdout.decode().splitlines()[1:]:
        *_place, left, top, width, height, confidence, text = row.split("\t")
        if text.strip():
            middle = float(left) + float(width) / 2, float(top) + float(height) / 2
            words.append(Word(text, *middle, float(confidence) / 100))
    return words


def _report(rows: Sequence[dict[str, object]]) -> None:
    by_how = defaultdict(list)
    for row in rows:
        by_how[row["how"]].append(row)
    print(f"{'pages':>6} {'lines':>6} {'error':>7} {'lines without':>14} {'s/page':>7}")
    for how, found in {**by_how, "all": list(rows)}.items():
        pages = sum(row["pages"] for row in found)
        error, whole = _error(found), sum(not row["errors"] for row in found) / len(found)
        seconds = sum(row["seconds"] for row in found) / pages
        print(f"{pages:6.0f} {len(found):6} {error:7.4f} {whole:14.3f} {seconds:7.1f}  {how}")
    lower = 0.0
    for upper in _CONFIDENCES:
        found = [row for row in rows if lower <= row["confidence"] < upper]
        if found:
            print(f"confidence {lower:.2f}-{upper:.2f}: {len(found):5} lines, error {_error(found):.4f}")
        lower = upper


def _error(rows: Sequence[dict[str, object]]) -> float:
    return sum(row["errors"] for row in rows) / max(1, sum(len(row["written"]) for row in rows))


def _as_it_is(page: Image.Image) -> Image.Image:
    return page


def _scanned(page: Image.Image) -> Image.Image:
    """Grey paper, dirt, and the compression of a cheap scanner."""
    dirt = Image.frombytes("L", page.size, Random(1).randbytes(page.width * page.height))
    grey = page.point(lambda level: 40 + level * 200 // 255)
    return _jpeg(Image.blend(grey, dirt.filter(ImageFilter.GaussianBlur(0.8)), 0.1), 35)


def _copied(page: Image.Image) -> Image.Image:
    """Black and white, with specks, strokes thinned."""
    specks = Image.frombytes("L", page.size, Random(2).randbytes(page.width * page.height))
    white = specks.point(lambda level: 255 if level < 2 else 0)
    black = page.filter(ImageFilter.GaussianBlur(0.7)).point(lambda level: 255 if level > 120 else 0)
    return Image.composite(Image.eval(black, lambda level: 255 - level), black, white)


def _blurred(page: Image.Image) -> Image.Image:
    return page.filter(ImageFilter.GaussianBlur(1.8))


def _faint(page: Image.Image) -> Image.Image:
    """Little contrast, as of a pencil, on paper that gets darker to one side."""
    shade = Image.linear_gradient("L").rotate(90).resize(page.size).point(lambda level: 255 - level // 4)
    return Image.composite(shade, shade.point(lambda level: max(0, level - 70)), page)


def _jpeg(page: Image.Image, quality: int) -> Image.Image:
    file = BytesIO()
    page.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("L")


_DEGRADED: dict[str, tuple[int, float, Callable[[Image.Image], Image.Image]]] = {
    "300 dpi": (300, 0, _as_it_is),
    "200 dpi": (200, 0, _as_it_is),
    "150 dpi": (150, 0, _as_it_is),
    "100 dpi": (100, 0, _as_it_is),
    "cheap scanner, 150 dpi, turned 0.7°": (150, 0.7, _scanned),
    "turned 3°": (200, 3, _as_it_is),
    "photocopy, 200 dpi": (200, 0, _copied),
    "blurred, 200 dpi": (200, 0, _blurred),
    "faint, 200 dpi": (200, 0, _faint),
}

if __name__ == "__main__":
    main()
