"""What a question names, read from its words."""

import re

_YEAR = re.compile(r"\b(20\d\d) ?[-/–] ?(?:20)?(\d\d)\b")


def academic_year(text: str) -> str:
    """ "2025-2026" for 2025-2026, 2025/26 or 2025-26; nothing where no academic year is named, or two are."""
    found = {int(first) for first, second in _YEAR.findall(text) if (int(first) + 1) % 100 == int(second)}
    if len(found) != 1:
        return ""
    (first,) = found
    return f"{first}-{first + 1}"
