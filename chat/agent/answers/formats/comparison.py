"""A comparison from quotations: each side's best sentences, what they share, where they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from chat.agent import wording
from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.formats.contrast import contrast
from chat.agent.answers.parts import Part, part_of
from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import read
from chat.agent.answers.units import cells
from chat.agent.retrieval.selection import about
from chat.agent.retrieval.sides import Side
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import ROW
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

CANDIDATES_PER_SIDE, SENTENCES_PER_SIDE = 6, 2
SHARE_OF_BEST = 0.7
# Sentences with so many words in common say the same of both sides.
MIN_SHARED_WORDS = 3


@dataclass(frozen=True)
class Found:
    side: Side
    best: tuple[Quote, ...]
    """the first is what it is compared by"""


def compare(sides: Sequence[Side], evidence: Sequence[Passage], language: str) -> Draft:
    """Empty where nothing speaks of one of the sides: what is said of another one would stand under its name."""
    drafting = Drafting(language)
    by_side = [_good(side, sides, read(side.query, about(side, evidence))) for side in sides]
    if not all(by_side):
        return Draft("", ())
    firsts = _most_alike(by_side)
    found = [
        Found(side, _quoted(first, good, firsts)) for side, first, good in zip(sides, firsts, by_side, strict=True)
    ]
    table = _table(found, drafting)
    paragraphs = [table] if table else [_paragraph(one, drafting) for one in found]
    return drafting.draft([*paragraphs, *_told_apart(found, drafting)])


def _good(side: Side, sides: Sequence[Side], candidates: Sequence[Quote]) -> list[Quote]:
    """The best that speak of this side: with as many as can be of the words that only it is named by.

    None where it is named by a code or a year that nothing says; other words may stand there in another language.
    """
    others = {word for other in sides if other != side for word in _words(other.name)}
    own = _words(side.name) - others
    said = [len(own & _words(f"{_above(one.passage)} {one.text}")) for one in candidates]
    if any(map(str.isdigit, "".join(own))) and not any(said):
        return []
    speaking = [one for one, count in zip(candidates, said, strict=True) if count == max(said)]
    return [one for one in speaking[:CANDIDATES_PER_SIDE] if one.score >= SHARE_OF_BEST * speaking[0].score]


def _above(passage: Passage) -> str:
    return f"{passage.title} {passage.path} {passage.section} {passage.academic_year} {passage.dated or ''}"


def _words(text: str) -> set[str]:
    return set(map(fold, words(text))) - STOPWORDS


def _most_alike(by_side: Sequence[Sequence[Quote]]) -> tuple[Quote, ...]:
    """One of each side, those that say most in the same words; the better ones among equals."""
    best: tuple[Quote, ...] = ()
    alike = -1
    for chosen in product(*by_side):
        texts = {candidate.text for candidate in chosen}
        shared = contrast([candidate.text for candidate in chosen]).number_shared if len(texts) == len(chosen) else 0
        if shared > alike:
            best, alike = chosen, shared
    return best


def _quoted(first: Quote, good: Sequence[Quote], firsts: Sequence[Quote]) -> tuple[Quote, ...]:
    """A further sentence says neither the same again nor what is quoted of another side."""
    others = [one for one in good if not any(one.repeats(other) for other in firsts)]
    return (first, *others[: SENTENCES_PER_SIDE - 1])


def _paragraph(found: Found, drafting: Drafting) -> str:
    shown: list[Part] = []
    for part in (part_of(quote, wants_all=True) for quote in found.best):
        # Two rows of one table are shown with all of it, once.
        if not any(part.best.overlaps(line) for other in shown for line in other.lines):
            shown.append(part)
    told = "\n\n".join(map(drafting.part, shown))
    return f"### {escape(_name(found.side))}\n\n{told}"


def _name(side: Side) -> str:
    return side.name[0].upper() + side.name[1:]


def _told_apart(found: Sequence[Found], drafting: Drafting) -> list[str]:
    """What figures differ, and which words sentences that are alike share; else the sides speak for themselves."""
    firsts = [one.best[0] for one in found]
    if len({candidate.text for candidate in firsts}) < 2:
        return []
    marks = [f"[{drafting.number(candidate)}]" for candidate in firsts]
    rows = _rows(found)
    if rows:
        return _rows_apart(rows, " ".join(marks), drafting.language)
    told = contrast([candidate.text for candidate in firsts])
    lines = []
    if told.number_shared >= MIN_SHARED_WORDS:
        lines.append(wording.in_common(escape(", ".join(told.shared)) + " " + " ".join(marks), drafting.language))
    if all(own and own[0][0].isdigit() for own in told.own):
        own = (
            f"{escape(_name(one.side))}: {escape(', '.join(words))} {mark}"
            for one, words, mark in zip(found, told.own, marks, strict=True)
        )
        lines.append(wording.differences("; ".join(own), drafting.language))
    return lines


def _rows_apart(rows: Sequence[Mapping[str, str]], marks: str, language: str) -> list[str]:
    """By their headers, the first of which names the rows."""
    headers = list(rows[0])[1:]
    equal = [header for header in headers if len({row[header] for row in rows}) == 1]
    other = [header for header in headers if header not in equal]
    same = "; ".join(f"{header}: {rows[0][header]}" for header in equal)
    unlike = "; ".join(f"{header} ({' / '.join(row[header] for row in rows)})" for header in other)
    lines = [wording.in_common(f"{escape(same)} {marks}", language)] if equal else []
    return [*lines, *([wording.differences(f"{escape(unlike)} {marks}", language)] if other else [])]


def _rows(found: Sequence[Found]) -> list[dict[str, str]]:
    """Where every side's sentence is another row under the same headers; else nothing."""
    rows = [dict(cells(one.best[0].text)) if ROW.match(one.best[0].text) else {} for one in found]
    headers = list(rows[0])
    distinct = len({tuple(row.values()) for row in rows}) == len(rows)
    return rows if len(headers) > 1 and distinct and all(list(row) == headers for row in rows) else []


def _table(found: Sequence[Found], drafting: Drafting) -> str:
    rows = _rows(found)
    if not rows:
        return ""
    names = [f"{escape(_name(one.side))} [{drafting.number(one.best[0])}]" for one in found]
    lines = [["", *names], ["---"] * (len(found) + 1)]
    lines += [[escape(header), *(escape(row[header]) for row in rows)] for header in rows[0]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
