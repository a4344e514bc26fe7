"""Which lines of a plain text are headings: those that cannot be anything else."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from knowledge.ingestion.divisions import NAMES, is_division
from knowledge.ingestion.extract.numerals import number_of
from knowledge.ingestion.names import FORMULA, is_organisation, is_sentence
from knowledge.ingestion.structure import MARKER

UNDERLINE = re.compile(r"\s*(=|-){3,}\s*")
_PARTS = re.compile(r"(?:t[íi]tulo|cap[íi]tulo|chapter|part|parte|anexo|annex)\s+[\dIVXLC]+\b", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:(\d{1,2}(?:\.\d{1,2})*)\.?|(?:art[íi]culo|artigo|article|secci[óo]n|section)\s+\d+[.ºª]*)\s+\S", re.IGNORECASE
)
# "15 credits, Level 4", "1 de septiembre de 2023".
_COUNTED = re.compile(r"\d{1,2} [a-zà-öø-ÿ]")
_PART = re.compile(r"(?P<word>[^\W\d_]{3,20})\s(?P<number>\d{1,2}|[IVXLC]{1,6})(?:[.:)]|\s[-–—]|$)(?=\s|$)")
_MAX_HEADING = 80
_MAX_NAME = 60
_RUNNING = 100
"""letters from which a paragraph without a full stop is text"""
_WORD = re.compile(r"[^\W\d_]{3,}")
_SERIES_LEVEL = 2
_RECORD = re.compile(r"[^:.]{1,40}:\s+\S")
_PAIR = re.compile(r"[^:]{1,40}:\s+(?:\S*\d\S*|\S+$)")


def parted(paragraphs: Sequence[list[str]]) -> tuple[list[list[str]], list[int]]:
    """The paragraphs, headings apart from the text below them, and the level of each: 1 and up for a heading, 0 for
    text."""
    series = _series(paragraphs)
    found = [part for paragraph in paragraphs for part in _headed(paragraph, series)]
    levels = [_SERIES_LEVEL if lines[0] in series.values() else _level(lines) for lines in found]
    levels = _with_names(found, levels)
    # Numbered lines one after the other are a list, and nothing stands under the last line.
    return found, [
        level if following not in (None, level) and _may_head(lines[0]) else 0
        for lines, level, following in zip(found, levels, [*levels[1:], None], strict=True)
    ]


def names(paragraphs: Sequence[list[str]]) -> list[int]:
    """The levels of short lines that stand alone above running text, records or a labelled list; 0 for text, and for
    what stands right above a list, which it announces."""
    levels = _with_names(paragraphs, [0] * len(paragraphs))
    below = [*(following[0] for following in paragraphs[1:]), ""]
    return [0 if MARKER.match(line) else level for level, line in zip(levels, below, strict=True)]


def _series(paragraphs: Sequence[list[str]]) -> dict[str, str]:
    """Lines that number the parts of a text by one word, "PUNTO 1.", "PUNTO 2. Ruegos", and begin a paragraph each;
    with the whole names, which may go on in the next lines."""
    found: dict[str, dict[int, tuple[str, str]]] = {}
    for lines in paragraphs:
        part = _PART.match(lines[0])
        goes_on = len(lines) > 1 and lines[1][:1].islower()
        name = " ".join(lines) if goes_on else lines[0]
        if part and len(name) <= _MAX_HEADING * (1 + goes_on) and not is_division(name):
            found.setdefault(part["word"].lower(), {})[number_of(part["number"])] = (lines[0], name)
    return dict(pair for parts in found.values() if {1, 2} <= parts.keys() for pair in parts.values())


def _with_names(paragraphs: Sequence[list[str]], levels: Sequence[int]) -> list[int]:
    """The levels, with those of short lines that stand alone above running text; the first line names the document."""
    found = list(levels)
    if paragraphs and not found[0] and _names_document(paragraphs[0]):
        found[0] = 1
    for index, (lines, following) in enumerate(pairwise(paragraphs)):
        line = lines[0].strip()
        if found[index] or len(lines) > 1 or len(line) > _MAX_NAME or not _may_name(line):
            continue
        below = len("".join(following))
        is_whole = following[-1].endswith(".") or below >= _RUNNING
        is_text = below > 2 * len(line) and is_whole and _may_follow(following[0])
        if is_text or _is_list(following):
            found[index] = NAMES if index else 1
    return found


def _names_document(lines: list[str]) -> bool:
    """A first line that stands alone is a title, whatever follows; unless it says who wrote, or when."""
    line = lines[0].strip()
    is_name = len(lines) == 1 and len(line) <= _MAX_HEADING and _may_name(line) and not is_organisation(line)
    return is_name and len(_WORD.findall(line)) > 1


def _may_name(line: str) -> bool:
    if not line[:1].isupper() or line.endswith((".", ",", ";", ":", "?", "!")) or MARKER.match(line):
        return False
    is_name = _WORD.search(line) is not None and not is_sentence(line) and not _PAIR.fullmatch(line)
    return is_name and "  " not in line and "|" not in line


def _is_listed(line: str) -> bool:
    return MARKER.match(line) is not None or _is_record(line)


def _is_list(lines: list[str]) -> bool:
    """Perhaps with a label above its items."""
    items = lines if _is_listed(lines[0]) else lines[1:]
    return len(items) > 1 and all(map(_is_listed, items))


def _may_follow(line: str) -> bool:
    return line[:1].isupper() and not MARKER.match(line) and not _PAIR.match(line)


def _headed(lines: list[str], series: Mapping[str, str]) -> list[list[str]]:
    """A line that numbers a part, or a numbered one in capitals, right above its text is a paragraph of its own."""
    if name := series.get(lines[0]):
        below = lines[1:] if name == lines[0] else []
        return [[name], below] if below else [[name]]
    if len(lines) > 1 and _is_numbered_title(lines[0]) and (_is_part_of(lines[0], lines[1]) or not lines[1].isupper()):
        return [lines[:1], *_headed(lines[1:], series)]
    return [lines[:1], lines[1:]] if _is_named_group(lines) else [lines]


def _is_named_group(lines: list[str]) -> bool:
    """A short line above records is their name; one in capitals is known by these."""
    if len(lines) < 3 or len(lines[0]) > _MAX_NAME or lines[0].isupper() or _is_record(lines[0]):
        return False
    return _may_name(lines[0]) and all(map(_is_record, lines[1:]))


def _is_part_of(line: str, following: str) -> bool:
    """ "2.1. Books" of "2. LIBRARY" """
    number, below = _NUMBERED.match(line.strip()), _NUMBERED.match(following.strip())
    return bool(number and below and number[1] and (below[1] or "").startswith(f"{number[1]}."))


def _is_record(line: str) -> bool:
    """One of several of a kind, which a name above them tells apart: a label with its value, or values side by side."""
    return _RECORD.match(line) is not None or " · " in line


def _is_numbered_title(line: str) -> bool:
    return line.isupper() and _NUMBERED.match(line.strip()) is not None and _level_of(line.strip()) > 0


def _may_head(line: str) -> bool:
    return line.isupper() or not is_sentence(line)


def _level(lines: list[str]) -> int:
    if len(lines) == 2 and (underline := UNDERLINE.fullmatch(lines[1])):
        return 1 if underline[1] == "=" else 2
    return _level_of(lines[0].strip()) if len(lines) == 1 else 0


def _level_of(line: str) -> int:
    """1 and up for a line that can only be a heading where it stands alone, else 0."""
    if len(line) > _MAX_HEADING or line.endswith((".", ",", ";", ":")) or line[0] in "-*•–—·":
        return 0
    if _PAIR.fullmatch(line):
        return 0
    if _PARTS.match(line):
        return 1
    if _COUNTED.match(line):
        return 0
    if numbered := _NUMBERED.match(line):
        return 2 + (numbered[1] or "").count(".")
    letters = [letter for letter in line if letter.isalpha() and not FORMULA.search(line)]
    return 1 if len(letters) >= 3 and all(letter.isupper() for letter in letters) else 0
