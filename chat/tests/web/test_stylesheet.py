"""The colours can be read: WCAG 2.2, contrast of at least 4.5 for text and 3 for the edges of controls."""

import re
from pathlib import Path

import pytest

STYLESHEET = (Path(__file__).parents[3] / "static" / "site.css").read_text()
THEMES = {"light": ":root {", "dark": ':root[data-theme="dark"] {', "dark by the system": ":root:not([data-theme]) {"}
TEXT_ON = {
    "text": ("bg", "surface", "raised", "accent-soft", "danger-soft", "mark", "line"),
    "muted": ("bg", "surface", "accent-soft"),
    "accent": ("bg", "surface", "accent-soft"),
    "accent-contrast": ("accent",),
    "notice": ("notice-soft",),
    "danger": ("danger-soft", "surface"),
    "bg": ("text",),
}


def colours(theme: str) -> dict[str, str]:
    start = STYLESHEET.index(THEMES[theme])
    block = STYLESHEET[start : STYLESHEET.index("}", start)]
    return dict(re.findall(r"--([\w-]+):\s*#([0-9a-f]{3,6});", block))


def luminance(colour: str) -> float:
    digits = "".join(digit * 2 for digit in colour) if len(colour) == 3 else colour
    parts = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str) -> None:
    known = colours(theme)
    weak = {
        (text, ground): round(contrast(known[text], known[ground]), 2)
        for text, grounds in TEXT_ON.items()
        for ground in grounds
        if contrast(known[text], known[ground]) < 4.5
    }
    assert not weak


@pytest.mark.parametrize("theme", THEMES)
def test_the_edges_of_controls_can_be_seen(theme: str) -> None:
    known = colours(theme)
    assert min(contrast(known["control"], known[ground]) for ground in ("bg", "surface")) >= 3


def test_both_ways_to_the_dark_are_one() -> None:
    assert colours("dark") == colours("dark by the system")
