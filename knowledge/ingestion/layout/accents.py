"""Letters that a page draws in two pieces, a letter and its accent, made one: "Matem´atica", "pol´ıtica"."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from knowledge.ingestion.layout.lines import Glyph

# Accents that stand alone, and those that stand over a letter.
COMBINING = {"´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303", "¸": "\u0327", "ˇ": "\u030c"}
_DOTLESS = {"ı": "i", "ȷ": "j"}
_PIECES = frozenset((*COMBINING, *COMBINING.values()))
_SLACK = 1.0
_BLANK = 0.15
"""in units of the letters' size"""
_FAR = 3
"""glyphs back, at which the other piece of a letter may be drawn"""


def composed(glyphs: Iterable[Glyph]) -> list[Glyph]:
    """An accent joins the letter that it is drawn over, before or after it; one that stands alone stays."""
    found: list[Glyph] = []
    waiting: Glyph | None = None
    was_said = False
    for glyph in glyphs:
        if glyph.char in _PIECES:
            found += [waiting] if waiting else []
            before = len(found)
            waiting = None if _joins_one_before(found, glyph) else glyph
            was_said = len(found) < before
        elif waiting is not None:
            letter = _with_accent(glyph, waiting.char) if _is_over(waiting, glyph) else None
            found += [letter._replace(after_space=waiting.after_space)] if letter else [waiting, glyph]
            waiting = None
        else:
            # On the way back from a piece that was left out there is no blank.
            is_apart = not was_said or glyph.x0 - found[-1].x1 > _BLANK * glyph.style.size
            found.append(glyph if is_apart else glyph._replace(after_space=False))
            was_said = False
    return [*found, waiting] if waiting else found


def _joins_one_before(found: list[Glyph], accent: Glyph) -> bool:
    """Of some fonts each piece of a letter says that it is the whole: the second of them is left out."""
    if not found or not _is_beside_or_over(accent, found[-1]):
        return False
    letter = _with_accent(found[-1], accent.char)
    if letter is None:
        return False
    again = next((one for one in found[-1 - _FAR : -1] if one.char == letter.char and _is_within(letter, one)), None)
    if again is not None and found[-1].char in _DOTLESS:
        found.pop()
    else:
        found[-1] = letter._replace(x1=max(letter.x1, accent.x1))
    return True


def _with_accent(letter: Glyph, accent: str) -> Glyph | None:
    plain = _DOTLESS.get(letter.char, letter.char)
    whole = unicodedata.normalize("NFC", plain + COMBINING.get(accent, accent))
    return letter._replace(char=whole) if len(whole) == 1 and plain.isalpha() else None


def _is_over(accent: Glyph, letter: Glyph) -> bool:
    middle = (accent.x0 + accent.x1) / 2
    return letter.x0 - _SLACK <= middle <= letter.x1 + _SLACK and not letter.after_space


def _is_beside_or_over(accent: Glyph, letter: Glyph) -> bool:
    """What only combines may stand behind its letter, as wide as nothing."""
    if accent.char in COMBINING:
        return letter.x0 <= (accent.x0 + accent.x1) / 2 <= letter.x1
    return -_SLACK <= accent.x0 - letter.x1 <= _SLACK or _is_over(accent, letter)


def _is_within(piece: Glyph, whole: Glyph) -> bool:
    return whole.x0 - _SLACK <= piece.x0 and piece.x1 <= whole.x1 + _SLACK
