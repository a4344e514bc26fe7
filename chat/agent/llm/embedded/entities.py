"""What a question names, read from its words."""

import re
from dataclasses import dataclass

_YEAR = re.compile(r"\b(20\d\d) ?[-/–] ?(?:20)?(\d\d)\b")


@dataclass(frozen=True)
class Entities:
    course: str = ""
    """code of the catalogue"""
    courses: tuple[str, ...] = ()
    """codes of all that may be meant, where it is not clear which"""
    person: str = ""
    programme: str = ""
    academic_year: str = ""
    """named in the question, as 2025-2026"""


def academic_year(text: str) -> str:
    """ "2025-2026" for 2025-2026, 2025/26 or 2025-26; nothing where no academic year is named, or two are."""
    found = {int(first) for first, second in _YEAR.findall(text) if (int(first) + 1) % 100 == int(second)}
    if len(found) != 1:
        return ""
    (first,) = found
    return f"{first}-{first + 1}"
