"""A PDF as a flatbed scanner would have made it: grey pages, a little turned, a little dirty, no text in them."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from random import Random

import pypdfium2
from PIL import Image, ImageFilter
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from rendering.source import Source

DOTS_PER_INCH = 150
PAPER = 244
MAX_DEGREES = 0.7
DIRT = 0.07
JPEG_QUALITY = 38


def scan(pdf: bytes, source: Source) -> bytes:
    random = Random(source.title)
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, lang=source.lang, invariant=1)
    canvas.setTitle(source.title)
    canvas.setAuthor(source.author)
    # An image cannot be compared with its source; this can.
    canvas.setKeywords(f"sha256:{sha256(source.body.encode()).hexdigest()}")
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        image = _as_scanned(page.render(scale=DOTS_PER_INCH / 72).to_pil().convert("L"), random)
        canvas.drawImage(ImageReader(_as_jpeg(image)), 0, 0, *A4)
        canvas.showPage()
    document.close()
    canvas.save()
    return target.getvalue()


def _as_scanned(page: Image.Image, random: Random) -> Image.Image:
    grey = page.point(lambda level: 30 + level * (PAPER - 30) // 255)
    turned = grey.rotate(random.uniform(-MAX_DEGREES, MAX_DEGREES), Image.Resampling.BICUBIC, fillcolor=PAPER)
    dirt = Image.frombytes("L", page.size, random.randbytes(page.width * page.height))
    return Image.blend(turned, dirt.filter(ImageFilter.GaussianBlur(0.8)), DIRT)


def _as_jpeg(image: Image.Image) -> BytesIO:
    target = BytesIO()
    image.save(target, "JPEG", quality=JPEG_QUALITY)
    target.seek(0)
    return target
