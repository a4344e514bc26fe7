"""Headings that the text itself makes in any format: divisions of rules, lines in capitals, numbered headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from knowledge.ingestion.divisions import CAPITALS, LEVEL, from_offset, with_divisions
from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.names import FORMULA, is_organisation, is_sentence
from knowledge.ingestion.words import any_of

_SECTION = re.compile(r"((?:[IVXLC]{1,6}|\d{1,2})(?:\.\d{1,2})*)[.)]?\s+(?=[^\W\d_])")
_MARKED = re.compile(r"\W|\(?\w{1,3}[.)]")
_FIRST_ITEM = re.compile(r"(?:1|a|i)[.)]\s|[-–—•·▪]\s", re.IGNORECASE)
_BULLET = re.compile(r"[-–—•·▪]\s|[□■☐☒☑]\s*\S|[xX]\s+\S.*[□☐]")
_MONEY = re.compile(r"\d\s?(?:[€$£]|euros?\b)", re.IGNORECASE)
# All that a heading says: the share or the price of what is named below it.
_AMOUNT = re.compile(r"[\d.,\s]*\d\s?[%€$£]")
_STATED = re.compile(r"[^\W\d_][^:.;\d]{1,40}:\s+(?P<value>\S.{0,79})")
# A short label and a name: what goes on in lower case after a colon is a title of two parts.
_RECORD = re.compile(r"[^\W\d_][^\s:.;]*(?:\s[^\s:.;]+){0,2}:\s+(?![a-zà-öø-ÿ])\S.{1,80}")
_NUMBERED = re.compile(r"(\d{1,2})[.)]?\s+\S")
_CLOSING = re.compile(rf"(?:{any_of('closing')})\b", re.IGNORECASE)
_KIND = re.compile(rf"\W*(?:{any_of('kinds')})\W*", re.IGNORECASE)
_RUN_IN = re.compile(r"(?P<number>\d{1,2})[.)]\s+(?P<name>[^.:]{4,60})[.:]\s+(?=\S)")
_LEADER = re.compile(r"(?<!\.)(?<!\.\s)(?:\.\s?){5,}+\s*\d{1,4}\W*$")
_MAX_CAPITALS = 90
_MAX_HEAD = 160
_SIGNATURE = 3
"""blocks at a document's end, where names stand in capitals"""


def outlined(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without the lines of a table of contents, and with their headings told from text."""
    kept = [_unmarked(block) for block in blocks if not _LEADER.search(block.text)]
    return with_divisions(_records(_numbered(_run_in(_sectioned(_without_values(_in_capitals(_with_amounts(kept))))))))


def _unmarked(block: Block) -> Block:
    """What begins with a dash or a box is an item, and a formula is text, however they are printed."""
    is_text = block.level and (_BULLET.match(block.text) or FORMULA.search(block.text))
    return replace(block, level=0, kind="paragraph") if is_text else block


def _with_amounts(blocks: Sequence[Block]) -> list[Block]:
    """A heading that is nothing but an amount ("40 %", in a card of a page) belongs to the text below it."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if last and last.level and block.kind == "paragraph" and not block.level and _AMOUNT.fullmatch(last.text):
            before = f"{last.text} — "
            later = ((len(before) + offset, page) for offset, page in block.page_breaks if offset)
            found[-1] = replace(block, text=before + block.text, page_breaks=(*last.page_breaks, *later))
        else:
            found.append(block)
    return found


def _in_capitals(blocks: Sequence[Block]) -> list[Block]:
    """A short line in capitals with text below it; a signature has none. Names of organisations in the first lines
    are the head of the paper."""
    found = list(blocks)
    head = len(list(takewhile(_is_head, blocks)))
    for index, (block, following) in enumerate(pairwise(blocks[: 1 - _SIGNATURE])):
        if (
            block.kind == "paragraph"
            and not _BULLET.match(block.text)
            and _is_in_capitals(block.text)
            and len(following.text) > len(block.text)
        ):
            if index < head and is_organisation(block.text):
                continue
            if _RECORD.fullmatch(block.text) and any(map(_is_record, (*blocks[max(index - 1, 0) : index], following))):
                continue
            found[index] = Block(block.text, CAPITALS, block.page_breaks)
    return _with_kinds(found)


def _without_values(blocks: Sequence[Block]) -> list[Block]:
    """A heading that states a value ("IMPORTE: 150,00 €", "Prazo: ata o 15 de maio") and has no text of its own is a
    line of text, and so is any that states an amount; one that begins a document may name it."""
    found = list(blocks)
    for index, (block, following) in enumerate(pairwise(blocks)):
        stated = _STATED.fullmatch(block.text) if index and block.level else None
        if stated is None:
            continue
        value = stated["value"]
        is_within = 0 < following.level <= block.level and any(map(str.isdigit, value))
        if is_within or (value[0].isdigit() and (following.level or _MONEY.search(value))):
            found[index] = replace(block, level=0, kind="paragraph")
    return found


def _is_record(block: Block) -> bool:
    """A label with its value: one in capitals beside others is no heading."""
    return _RECORD.fullmatch(block.text) is not None


def _with_kinds(blocks: Sequence[Block]) -> list[Block]:
    """A heading that only says what kind of document it is goes with the name below it."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if last and last.level == block.level == CAPITALS and _KIND.fullmatch(last.text):
            found[-1] = replace(block, text=f"{last.text}. {block.text}", page_breaks=last.page_breaks)
        else:
            found.append(block)
    return found


def _is_head(block: Block) -> bool:
    return not block.level and len(block.text) <= _MAX_HEAD and not block.text.endswith(".")


def _is_in_capitals(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    if len(letters) < 5 or len(text) > _MAX_CAPITALS or text.endswith((".", ",", ";", ":")) or "\n" in text:
        return False
    if FORMULA.search(text):
        return False
    return all(letter.isupper() for letter in letters) and sum(letter.isdigit() for letter in text) < len(letters)


def _sectioned(blocks: Sequence[Block]) -> list[Block]:
    """A short line with the number of a section ("I.2. Requisitos") above longer text that has no such number, or one
    that is deeper."""
    found = list(blocks)
    marked = _levels_by_depth(blocks)
    for index, (block, following) in enumerate(pairwise(blocks)):
        number, below = _SECTION.match(block.text), _SECTION.match(following.text)
        if number is None or block.kind != "paragraph" or len(block.text) > _MAX_CAPITALS or following.level:
            continue
        if is_sentence(block.text) or _BULLET.match(block.text):
            continue
        above = _SECTION.match(blocks[index - 1].text) if index else None
        depth = number[1].count(".")
        if above is not None and above[1].count(".") == depth:
            # Headings have text between them, items of a list have none.
            continue
        deeper = below is not None and below[1].startswith(f"{number[1]}.")
        heads = below is None and not _MARKED.match(following.text) and len(following.text) > len(block.text)
        heads = heads or (depth > 0 and _FIRST_ITEM.match(following.text) is not None)
        if (deeper or heads) and (depth or number[1][:1].isalpha()):
            level = marked.get(depth, LEVEL + 1 + depth)
            found[index] = Block(block.text.rstrip("."), level, block.page_breaks)
    return found


def _levels_by_depth(blocks: Sequence[Block]) -> dict[int, int]:
    """Of the headings that the format marks, by how many points their numbers have; where they differ, the deepest."""
    found: dict[int, int] = {}
    for block in blocks:
        number = _SECTION.match(block.text) if block.level else None
        if number and number[1][0].isdigit():
            depth = number[1].count(".")
            found[depth] = max(block.level, found.get(depth, 0))
    return found


def _run_in(blocks: Sequence[Block]) -> list[Block]:
    """A paragraph that begins with the number after a heading's and a name in capitals ("8. DERECHOS. El autor…")
    is the next section on its level."""
    found: list[Block] = []
    next_number, level = "", 0
    for block in blocks:
        match = _RUN_IN.match(block.text)
        if block.level and (number := _NUMBERED.match(block.text)):
            next_number, level = _after(number[1]), block.level
        elif match and block.kind == "paragraph" and match["number"] == next_number and match["name"].isupper():
            found.append(Block(block.text[: match.end("name")], level, block.page_breaks[:1]))
            found.append(from_offset(block, match.end()))
            next_number = _after(match["number"])
            continue
        found.append(block)
    return found


def _after(number: str) -> str:
    return str(int(number) + 1)


def _records(blocks: Sequence[Block]) -> list[Block]:
    """Headings of one level below one that names a record ("Profesora: Ana Pérez") are parts of it."""
    found = list(blocks)
    record, named = 0, ""
    for index, block in enumerate(blocks):
        if not block.level:
            continue
        if _RECORD.fullmatch(block.text):
            label = block.text.split(":", 1)[0].split()[0]
            if record and label == named and block.level > record:
                found[index] = replace(block, level=record)
            else:
                record, named = block.level, label
        elif block.level == record:
            found[index] = replace(block, level=block.level + 1)
        elif block.level < record:
            record = 0
    return found


def _numbered(blocks: Sequence[Block]) -> list[Block]:
    """Headings without a number that look like numbered ones stand below these, until an annex begins; where only the
    last ones have none, they stand beside them."""
    found = list(blocks)
    for level in sorted({block.level for block in blocks if 0 < block.level < CAPITALS}):
        numbered = [index for index, block in enumerate(found) if block.level == level and _NUMBERED.match(block.text)]
        if len(numbered) < 3:
            continue
        between = found[numbered[0] : numbered[-1]]
        if all(block.level != level or _NUMBERED.match(block.text) for block in between):
            continue
        for index in range(numbered[0] + 1, len(found)):
            block = found[index]
            if block.level == level and index not in numbered and not _CLOSING.match(block.text):
                found[index] = replace(block, level=level + 1)
    return found
