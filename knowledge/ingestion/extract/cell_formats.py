"""How a workbook's numbers are shown: as days, hours, shares, sums of money, with so many decimals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from lxml import etree

_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "dd/mm/yyyy", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "dd/mm/yyyy h:mm", 37: "#,##0",
    38: "#,##0", 39: "#,##0.00", 40: "#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss",
}  # fmt: skip
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\[\]-]*+)(?:-[^\[\]]*+)?\]|\[[^\[\]]*+\]|[_*].', re.DOTALL)
_MONEY = re.compile(r"[€$£¥]|\b(?:EUR|USD|GBP|AUD)\b")
_DECIMALS = re.compile(r"[0#?]\.([0#?]+)")
_MAX_DECIMALS = 10
_LEAP_BUG = 60
"""the number of a 29 February 1900 that the format's first program believed in"""


@dataclass(frozen=True)
class Shown:
    kind: Literal["general", "number", "percent", "date", "time", "moment"] = "general"
    decimals: int = 0
    before: str = ""
    """a currency, or other words that are shown with the number"""
    after: str = ""
    bold: bool = False


def number_formats(styles: etree._Element | None) -> list[Shown]:
    """By the number that cells refer to."""
    if styles is None:
        return []
    codes = {int(one.get("numFmtId", "0")): one.get("formatCode", "") for one in styles.iter(f"{_S}numFmt")}
    fonts = styles.find(f"{_S}fonts")
    bold = [_is_bold(font) for font in fonts] if fonts is not None else []
    used = styles.find(f"{_S}cellXfs")
    found = []
    for style in used if used is not None else []:
        number, font = int(style.get("numFmtId", "0")), int(style.get("fontId", "0"))
        found.append(shape(codes.get(number, _BUILT_IN.get(number, "")), bold=font < len(bold) and bold[font]))
    return found


def shape(code: str, *, bold: bool = False) -> Shown:
    """What a format's code ('#,##0.00 "€"') makes of positive numbers."""
    literals: list[tuple[int, str]] = []

    def taken(match: re.Match[str]) -> str:
        text = match[1] or match[2] or match[3] or ""
        literals.append((match.start(), text))
        return " " * len(match[0])

    elapsed = re.search(r"\[h+\]", code, re.IGNORECASE) is not None
    whole = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', code)[0]
    bare = _LITERAL.sub(taken, whole)
    letters = re.sub(r"general|AM/PM|A/P", "", bare.lower())
    has_day, has_hour = re.search(r"[yd]|m{3}", letters) is not None, elapsed or re.search("[hs]", letters) is not None
    if has_day or has_hour:
        return Shown("moment" if has_day and has_hour else "date" if has_day else "time", bold=bold)
    if not re.search(r"[0#?]", bare):
        return Shown(bold=bold)
    decimals = _DECIMALS.search(bare)
    place = re.search(r"[0#?]", bare)
    first = place.start() if place else 0
    signs = [*literals, *((match.start(), match[0]) for match in _MONEY.finditer(bare))]
    before = "".join(text for start, text in sorted(signs) if start < first).strip()
    after = "".join(text for start, text in sorted(signs) if start > first).strip()
    kind: Literal["percent", "number"] = "percent" if "%" in bare else "number"
    return Shown(kind, len(decimals[1]) if decimals else 0, before, after, bold)


def shown(value: str, shape: Shown, epoch_1904: bool = False) -> str:
    """`value` as the cell shows it; a number that no format was given to, as it is."""
    try:
        number = float(value)
    except ValueError:
        return value
    if shape.kind in ("date", "time", "moment"):
        return _moment(number, shape.kind, epoch_1904)
    if shape.kind == "general":
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.{_MAX_DECIMALS}g}"
    text = f"{number * (100 if shape.kind == 'percent' else 1):.{min(shape.decimals, _MAX_DECIMALS)}f}"
    if shape.kind == "percent":
        return f"{text} %"
    return " ".join(filter(None, (shape.before, text, shape.after)))


def _moment(days: float, kind: str, epoch_1904: bool) -> str:
    if not 0 <= days < 2_958_466:
        return f"{days:g}"
    start = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 31 if days < _LEAP_BUG else 30)
    moment = start + timedelta(seconds=round(days * 86_400))
    if kind == "time":
        hours, minutes = divmod(round(days * 1440), 60)
        return f"{hours}:{minutes:02}"
    day = f"{moment.day:02}/{moment.month:02}/{moment.year}"
    return day if kind == "date" else f"{day} {moment.hour}:{moment.minute:02}"


def _is_bold(font: etree._Element) -> bool:
    bold = font.find(f"{_S}b")
    return bold is not None and bold.get("val", "1") not in ("0", "false")
