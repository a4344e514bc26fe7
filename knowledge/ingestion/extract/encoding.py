"""Bytes of unknown encoding to text: UTF-8 with or without mark, UTF-16 with mark, else Windows-1252."""

import codecs
import re
import unicodedata

from knowledge.ingestion.extract.base import Limits
from knowledge.ingestion.extract.errors import TooMuchText

_DOTLESS = re.compile("ı(?=[\u0300-\u036f])")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def decode_within(data: bytes, limits: Limits) -> str:
    """TooMuchText before anything is done with it."""
    text = decode(data)
    if len(text) > limits.max_characters:
        raise TooMuchText(f"{len(text)} > {limits.max_characters}")
    return text


def decode(data: bytes, declared: str = "") -> str:
    """Never fails: what Windows-1252 lacks is read as Latin-1. Lines end in \\n.

    A letter and its accent are one: text that was copied out of a PDF by TeX has "ı" with an accent for "í".
    """
    text = _decode(data, declared).replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", _DOTLESS.sub("i", text))


def _decode(data: bytes, declared: str) -> str:
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    for encoding in filter(None, (marked, "utf-8", declared, "cp1252")):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")
