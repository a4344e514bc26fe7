"""A document's own title: what it calls itself in its first lines, not what a program called the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from knowledge.ingestion.divisions import CAPITALS, NAMES, is_division
from knowledge.ingestion.extract.base import Block
from knowledge.ingestion.extract.unmarked_headings import BOLD_LEVEL
from knowledge.ingestion.names import is_organisation, is_sentence
from knowledge.ingestion.words import any_of
from knowledge.text import months, sentences

_FIRST_BLOCKS = 30
_FIRST_LINES = 5
_MAX_TITLE = 400
_LOWEST = 100
"""below the level of any heading"""
_MAX_HEADING = 250
_SHORT_TITLE = 60
_MAX_LABELLED = 120
_KIND = re.compile(rf"\b(?:{any_of('kinds')})\b", re.IGNORECASE)
_RULE = re.compile(
    rf"(?:\d{{2,6}}\s+)?(?P<title>(?:(?:{any_of('about_rules')})\s+d[aeo]l?\s+(?:la\s+)?)?(?:{any_of('rules')})\b\s+"
    r"(?:[A-Z]{2,5}[\s-]+)?(?:n[.úuoº°*]*\w{0,3}\s*)?"
    r"(?:\d+(?:\s?/\s?|\s+de\s+)\d{2,4}|d[eo]l?\s+\d{1,2}\s+de\s+\w++).*)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"\W*+(?:por|pola?|per)\s++(?:el|la|lo|a|o|l[oa]s)?\s*+(?:que|cual|qual)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(rf"\b(?:{any_of('elsewhere')})\b", re.IGNORECASE)
_LABELLED = re.compile(rf"\W*(?:{any_of('title_labels')})(?:\s*:\s*([^\n]{{4,150}})|\s*:?)", re.IGNORECASE)
# A row of a form: "Asignatura (*) · Álgebra · Código · 101", "[Subject] Algebra".
_IN_A_ROW = re.compile(
    rf"\[?(?:{any_of('title_labels')})(?:\s\(?\*\)?)?\s*(?:\]| · )\s*+([^·\n]{{4,150}})(?:·.*)?", re.IGNORECASE
)
_PART = re.compile(rf"(?:{any_of('parts')})\b", re.IGNORECASE)
# English names of organisations end in what they are: "SAINT BRANOC INSTITUTE OF ARTS".
_LETTERHEAD = re.compile(rf"\W*(?:[\w'’]+\s+){{0,3}}(?:{any_of('organisations')})\b", re.IGNORECASE)
_SECTION = re.compile(
    rf"(?:[^\W\d]{{3,20}}\s)?(?:\d{{1,2}}(?:\.\d{{1,2}})*|[IVXLC]+|[A-H])[.)]\s|(?:{any_of('ordinals')})[.:]-?\s|"
    rf"(?:{any_of('closing')}|{any_of('division_1')}|{any_of('division_2')}|{any_of('division_4')})\s+\S{{1,12}}(?:[.:\s]|$)",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    rf"(?:\W|\d|\b(?:{any_of('kinds')}|{any_of('generic')}|{any_of('connecting')})\b)+", re.IGNORECASE
)
_DATED = (*months.NAMES, *months.WEEKDAYS)
# "(Approved by …)", "Del 16 al 20 de agosto de 2021": what stands beside a title.
_ASIDE = re.compile(
    rf"\([^()]*\)|(?:\W|\d|\b(?:{'|'.join(_DATED)}|{any_of('connecting')}|al|ao|ata|hasta|from|to|until)\b)+",
    re.IGNORECASE,
)
_MAX_HEAD = 160
_MAX_NAME_WORDS = 16
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_UNFINISHED = re.compile(rf"(?:[:,–-]|\b(?:{any_of('connecting')}))$", re.IGNORECASE)
_FILE = re.compile(r".*\.(?:docx?|odt|pdf|tex|indd|pptx?|rtf|dvi|html?)", re.IGNORECASE)
_ACRONYM = re.compile(r"\W*[A-Z]{2,6}\W*")
# Of a course: "ITSE 1430", "MAT-101".
_CODE = re.compile(r"[A-Z]{2,5}[ -]?\d{3,5}[A-Z]?")
_CODE_BLOCKS = 8
_QUOTES = ' «»“”"'
_WORD = re.compile(r"[^\W_]{2,}")


def find_title(blocks: Sequence[Block], declared: str = "", page_title: str = "", *, or_sentence: bool = True) -> str:
    """The rule that it is, with its number; what its file declares, where its first lines say the same; else the
    heading that names a kind of document, or its first one; without any heading `page_title`, else a line of its
    beginning, a sentence only `or_sentence`. Empty where there is none of these."""
    near = (block for number, block in enumerate(blocks) if number < _FIRST_BLOCKS or _on_first_page(block, blocks[0]))
    first = [_of_a_part(block) for block in near if not _ASIDE.fullmatch(block.text)]
    title = _rule(first) or (declared if _is_said(declared, first) else "")
    is_headed = any(block.level and block.level != BOLD_LEVEL for block in first)
    title = title or ("" if is_headed else page_title) or _heading(first, or_sentence=or_sentence)
    if _GENERIC.fullmatch(title):
        title = _labelled(first) or title
    code = next((block.text.strip() for block in first[:_CODE_BLOCKS] if _CODE.fullmatch(block.text.strip())), "")
    title = _not_in_capitals(title, first)
    # Its students call a course by its code, which seldom stands in the line that names it.
    return (f"{code} {title}" if title and code not in title else title)[:_MAX_TITLE].rstrip()


def _of_a_part(block: Block) -> Block:
    """A short line above text names a part of the document, unless it only says what kind of document it is."""
    is_part = block.level == NAMES and not _GENERIC.fullmatch(block.text)
    return replace(block, level=0, kind="paragraph") if is_part else block


def is_generic(title: str) -> bool:
    """Whether many documents are called so: "Regulations", "Guía docente. Curso 2025/26"."""
    return _GENERIC.fullmatch(title) is not None and _RULE.fullmatch(title) is None


def _not_in_capitals(title: str, blocks: Sequence[Block]) -> str:
    """As it is written below, where it stands in capitals only as a heading does."""
    if not title.isupper():
        return title
    whole = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)", re.IGNORECASE)
    found = (match[0] for block in blocks if (match := whole.search(block.text)) and not match[0].isupper())
    return next((text for text in found if not text.islower()), title)


def _on_first_page(block: Block, first: Block) -> bool:
    """Where two languages stand side by side, the second one's title comes after the first one's text."""
    return bool(block.page_breaks) and block.page_breaks[0][1] == first.page_breaks[0][1]


def _rule(blocks: Sequence[Block]) -> str:
    """Where a heading names the document already, what stands in its sections are rules that a session passed."""
    is_named = False
    for index, block in enumerate(blocks):
        if is_named and _is_section(block):
            break
        is_named = is_named or (0 < block.level < CAPITALS and _is_own(block.text))
        match = _RULE.fullmatch(" ".join(block.text.split()))
        if match is None or block.kind in ("item", "row", "pair"):
            continue
        title = match["title"]
        if is_named and not block.level and len(sentences.spans(title)) > 1:
            continue
        if len(title) > _SHORT_TITLE:
            return title
        subject = next((later.text for later in blocks[index + 1 : index + 4] if _SUBJECT.match(later.text)), "")
        return f"{title}. {subject.strip(_QUOTES)}" if subject else title
    return ""


def _is_section(block: Block) -> bool:
    return block.level > 0 and _SECTION.match(block.text) is not None and not _RULE.match(block.text)


def _is_said(declared: str, blocks: Sequence[Block]) -> bool:
    """Whether most words of a declared title stand in the first lines; a program's name for the file seldom does."""
    words = [word.lower() for word in _WORD.findall(declared)]
    if any(block.text == declared for block in blocks if block.level == 1):
        return True
    if len(words) < 2 or _FILE.fullmatch(declared):
        return False
    head = {word.lower() for block in blocks for word in _WORD.findall(block.text)}
    return sum(word in head for word in words) >= 0.75 * len(words)


def _heading(blocks: Sequence[Block], *, or_sentence: bool) -> str:
    title = _main_heading(blocks) or _best_heading(blocks)
    if not title or _SECTION.match(title) or _names_above(blocks, title):
        title = _head_line(blocks, or_sentence=or_sentence) or title
    divisions = [block.text for block in takewhile(lambda block: block.level > 0, blocks)]
    lines = (block.text for block in blocks[:_FIRST_LINES] if _could_be_title(block, or_sentence=or_sentence))
    return title or next(iter(divisions[-1:]), "") or next(lines, "")


def _best_heading(blocks: Sequence[Block]) -> str:
    headings = [index for index in _naming_all(blocks) if not _is_part(index, blocks[index])]
    own = [index for index in headings if not is_organisation(blocks[index].text)]
    highest = min((blocks[index].level for index in own), default=0)
    naming = [index for index in own if _KIND.search(blocks[index].text) and blocks[index].level <= highest + 2]
    if labelled := _labelled(blocks[: naming[0]] if naming else blocks):
        return labelled
    if not own:
        return ""
    return _whole(blocks, min(naming or own, key=lambda index: (*_order(blocks[index], naming=bool(naming)), index)))


def _naming_all(blocks: Sequence[Block]) -> Iterator[int]:
    """Places of headings that may name the whole: no text stands above them under a heading as high as they are.

    All of a printed document, where two languages stand side by side and only the print says what is a heading.
    """
    highest = highest_with_text = _LOWEST
    for index, block in enumerate(blocks):
        if not block.level:
            highest_with_text = highest
        elif block.page_breaks or block.level < highest_with_text:
            highest = min(highest, _LOWEST if is_organisation(block.text) else block.level)
            yield index


def _is_part(index: int, block: Block) -> bool:
    """The first line may name the whole: "Bases do concurso de disfraces"."""
    return _PART.match(block.text) is not None and (index > 0 or is_division(block.text))


def _main_heading(blocks: Sequence[Block]) -> str:
    """The only heading of the first level, near the beginning, or one right below it that names a kind of document."""
    main = [index for index, block in enumerate(blocks) if block.level == 1]
    if len(main) != 1 or main[0] >= _FIRST_LINES or is_organisation(blocks[main[0]].text):
        return ""
    title = blocks[main[0]].text
    if (
        _ACRONYM.fullmatch(title)
        or _PART.fullmatch(title)
        or _SECTION.match(title)
        or _ELSEWHERE.search(_whole(blocks, main[0]))
    ):
        return ""
    if _GENERIC.fullmatch(title):
        below = (block.text for block in blocks[main[0] + 1 : main[0] + _FIRST_LINES] if block.level)
        return next((f"{title}. {text}" for text in below if _is_own(text)), "")
    run = list(takewhile(lambda block: block.level > 0, blocks[main[0] + 1 :]))
    kinds = (block.text for block in run if _KIND.search(block.text) and _is_own(block.text))
    return _whole(blocks, main[0]) if _KIND.search(title) else next(kinds, _whole(blocks, main[0]))


def _is_own(text: str) -> bool:
    return not (is_organisation(text) or _SECTION.match(text) or _PART.match(text) or _GENERIC.fullmatch(text))


def _head_line(blocks: Sequence[Block], *, or_sentence: bool) -> str:
    """Above the first section, below the names of who wrote: what names a kind of document, else stands in capitals."""
    lines = [block.text for block in takewhile(_is_head, blocks) if not _LETTERHEAD.match(block.text)]
    named = [line for line in lines if _KIND.search(line)]
    capitals = [line for line in lines if line.replace("º", "").isupper()]
    both = [line for line in capitals if line in named]
    own = [line for line in (*both, *capitals, *named) if not _GENERIC.fullmatch(line)]
    own_lines = (line for line in lines if _is_own(line) and not _LABELLED.match(line))
    first = (line for line in own_lines if _could_be_title(Block(line), or_sentence=or_sentence))
    return _labelled(blocks) or next(iter([*own, *named, *first]), "")


def _names_above(blocks: Sequence[Block], title: str) -> bool:
    """Whether a line above all text names a kind of document, and the first heading stands in capitals below text."""
    head = list(takewhile(_is_head, blocks))
    is_below_text = any(block.level == CAPITALS and block.text == title for block in blocks[len(head) :])
    return is_below_text and not _KIND.search(title) and any(_KIND.search(block.text) for block in head)


def _is_head(block: Block) -> bool:
    names = block.kind == "pair" and _KIND.search(block.text.split(":")[0])
    is_line = (block.kind in ("paragraph", "heading") or names) and len(block.text) <= _MAX_HEAD
    return block.level in (0, CAPITALS) and bool(is_line) and not block.text.endswith(":")


def _labelled(blocks: Sequence[Block]) -> str:
    """What a form says that it is about, after a label, in a row of its own or on the line below it."""
    for block, below in pairwise(blocks):
        if block.kind == "row" and (row := _IN_A_ROW.fullmatch(block.text)) and _begins_form(blocks, block):
            return row[1].strip()
        match = _LABELLED.fullmatch(block.text)
        if match and match[1]:
            return match[1]
        if match and not below.level and len(_WORD.findall(below.text)) > 1 and len(below.text) <= _MAX_LABELLED:
            return below.text
    return ""


def _begins_form(blocks: Sequence[Block], row: Block) -> bool:
    """Whether the first column of the row's table has labels, and is not one of names under a header."""
    below = [block.text for block in blocks if block.kind == "row" and block.group == row.group and block != row]
    labels = [re.split(r"\]| · ", text)[0] for text in (row.text, *below[:_FIRST_LINES])]
    return len(labels) > 1 and len(set(labels)) == len(labels) and not any(map(str.isdigit, "".join(labels)))


def _order(block: Block, *, naming: bool) -> tuple[bool, bool, int]:
    """In a language of the site's first; of more than one word; the highest."""
    return _ELSEWHERE.search(block.text) is not None, len(_WORD.findall(block.text)) < 2, 0 if naming else block.level


def _whole(blocks: Sequence[Block], index: int) -> str:
    """A heading with the lines before and after it that are parts of the same."""
    title = blocks[index].text
    following = takewhile(lambda block: block.level > 0, blocks[index + 1 :])
    for block in following:
        if len(title) + len(block.text) > _MAX_HEADING:
            break
        if _UNFINISHED.search(title):
            title = f"{title.rstrip(' :')} {block.text}" if title.endswith(":") else f"{title} {block.text}"
        elif _YEAR.search(block.text) and not _YEAR.search(title):
            title = f"{title}. {block.text}"
        else:
            break
    return title


def _could_be_title(block: Block, *, or_sentence: bool) -> bool:
    words = len(_WORD.findall(block.text))
    return (
        block.kind in ("paragraph", "caption")
        and words >= 2
        and len(block.text) <= _MAX_HEADING
        and block.text[:1].isalpha()
        and (or_sentence or not (words > _MAX_NAME_WORDS or block.text.endswith(".") or is_sentence(block.text)))
    )
