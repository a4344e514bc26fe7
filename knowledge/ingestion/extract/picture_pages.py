"""Pictures as the pages of a PDF, so that they are read and shown as such."""

from __future__ import annotations

from io import BytesIO

import pypdfium2 as pdfium
from PIL import Image, ImageOps, UnidentifiedImageError

from knowledge.ingestion.extract import errors

_A4 = 842.0
"""points: the longer side of a page whose picture does not say how large it is"""
_DPI = (60, 1200)
"""dots per inch that a scanner may have; other values are made up"""
_MAX_SIDE = 5000
"""pixels"""
_QUALITY = 92


def as_pdf(data: bytes) -> pdfium.PdfDocument:
    """A page for each picture of the file, as large as the picture says it is."""
    document = pdfium.PdfDocument.new()
    try:
        with Image.open(BytesIO(data)) as file:
            for number in range(getattr(file, "n_frames", 1)):
                file.seek(number)
                _append(document, file)
    except Image.DecompressionBombError as error:
        raise errors.TooMuchUnpacked from error
    except UnidentifiedImageError as error:
        raise errors.Broken from error  # it names an object of this process
    except (OSError, SyntaxError, ValueError) as error:
        raise errors.Broken(str(error)) from error
    return document


def _append(document: pdfium.PdfDocument, file: Image.Image) -> None:
    width, height = _size(file)
    shown = ImageOps.exif_transpose(file)
    if (shown.width > shown.height) != (width > height):
        width, height = height, width
    shown.thumbnail((_MAX_SIDE, _MAX_SIDE))
    if shown.has_transparency_data:
        shown = Image.alpha_composite(Image.new("RGBA", shown.size, "white"), shown.convert("RGBA"))
    jpeg = BytesIO()
    shown.convert("L" if shown.mode in ("1", "L") else "RGB").save(jpeg, "JPEG", quality=_QUALITY)
    picture = pdfium.PdfImage.new(document)
    picture.load_jpeg(jpeg, inline=True)
    picture.set_matrix(pdfium.PdfMatrix().scale(width, height))
    page = document.new_page(width, height)
    page.insert_obj(picture)
    page.gen_content()


def _size(file: Image.Image) -> tuple[float, float]:
    """In points, as the file has it."""
    across, down = (float(dots) for dots in file.info.get("dpi", (0, 0)))
    if not (_DPI[0] <= across <= _DPI[1] and _DPI[0] <= down <= _DPI[1]):
        across = down = max(file.size) / _A4 * 72
    return file.width / across * 72, file.height / down * 72
