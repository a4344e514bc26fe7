"""When two texts count as the same words."""

import re
import unicodedata

_MARKUP = re.compile(r"\[\d+\]|[*_`]")


def fold(text: str) -> str:
    """Without case, accents and doubled spaces; dashes alike, so that 8:15–9:00 meets 8:15-9:00."""
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return " ".join(re.sub(r"[‐-―−]", "-", plain).casefold().split())


def without_markup(text: str) -> str:
    """An answer as it is read: emphasis and the numbers of citations taken out."""
    return _MARKUP.sub("", text)


def contains(text: str, wanted: str) -> bool:
    """Whether folded `text` holds folded `wanted`; a number must stand whole: 30 is neither in 300 nor in 2.30."""
    before = r"(?<!\d)(?<!\d[.,:])" if wanted[:1].isdigit() else ""
    after = r"(?![.,:]?\d)" if wanted[-1:].isdigit() else ""
    return re.search(before + re.escape(wanted) + after, text) is not None
