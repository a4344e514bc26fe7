"""From the quotes that answer best to what is shown: whole blocks, and lists with their lead-ins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from chat.agent.answers.passages import ANNOUNCING, ITEM, Quote, blocks_of, figures, group_of, without_headers
from knowledge.ingestion.labels import is_label
from knowledge.ingestion.structure import PAIR

MAX_PARTS = 4
MAX_WORDS = 200
"""of all parts together; the first is shown whatever its length"""
# A list or table is shown whole up to so many words: where one thing is asked for, and where all of it is.
MAX_GROUP_WORDS, MAX_WHOLE_GROUP_WORDS = 80, 260
MAX_SEVERAL_WORDS = 120
"""of the items of a longer one that answer, where it is no list that is asked for"""
# Where so many of its items answer, all of it is asked for.
SEVERAL = 2
# Of a table of more rows the only one that answers is shown alone.
FEW_ROWS = 3
# A paragraph is shown whole up to so many words; of a longer one the sentences that answer.
MAX_PARAGRAPH_WORDS = 90
# A further part is shown where its probability is at least this share of the best one's.
FURTHER = 0.1
# What has so many figures of a part in another language, and no others, says the same.
MIN_SAME_FIGURES = 4
# What announces a list says nothing without it; where none is known, the next blocks up to so many words follow.
MAX_FOLLOWING_WORDS = 80


@dataclass(frozen=True)
class Part:
    """One citation: `whole` is quoted, `lines` are what of it is shown, `best` answers."""

    best: Quote
    whole: Quote
    lead: Quote | None
    lines: tuple[Quote, ...]

    @property
    def words(self) -> int:
        return _words((*self.lines, *([self.lead] if self.lead else [])))


def parts(ranked: Sequence[Quote], *, wants_all: bool, most: int = MAX_PARTS) -> list[Part]:
    """`ranked` best first; `wants_all` where the question asks for a whole list, not for one thing in it."""
    found: list[Part] = []
    likely = [quote for quote in ranked if quote.score >= FURTHER * ranked[0].score]
    for quote in likely:
        if len(found) == most:
            break
        shown = [line for part in found for line in part.lines]
        repeats = any(quote.overlaps(line) or quote.repeats(line) for line in shown)
        if repeats or any(_says_it_again(quote, part) for part in found):
            continue
        room = MAX_WORDS + (MAX_WHOLE_GROUP_WORDS if wants_all else 0) - sum(one.words for one in found)
        left = [one for one in likely if not any(one.overlaps(line) for line in shown)]
        part = part_of(quote, left, wants_all=wants_all, room=room)
        if not found or part.words <= room:
            found.append(part)
    return found


def _says_it_again(quote: Quote, part: Part) -> bool:
    """In another language: all its figures, hours and rooms are in the part, as where a directory has two editions."""
    own = figures(quote).keys()
    if quote.passage.language == part.best.passage.language or len(own) < MIN_SAME_FIGURES:
        return False
    return own <= {figure for line in part.lines for figure in figures(line)}


def part_of(
    quote: Quote, likely: Sequence[Quote] = (), *, wants_all: bool = False, room: int = MAX_WHOLE_GROUP_WORDS
) -> Part:
    """`likely` are the quotes that may answer too: several items of one list are shown together, if `room` words do."""
    group = group_of(quote)
    if len(group) > 1 and not quote.text.rstrip().endswith(":"):
        return _of_group(quote, group, likely, wants_all=wants_all, room=room)
    lines = tuple(_followed(_block(quote)))
    return Part(quote, _joined(quote, lines), None, lines)


def _of_group(quote: Quote, group: Sequence[Quote], likely: Sequence[Quote], *, wants_all: bool, room: int) -> Part:
    """The whole list where it is short enough, else its lead-in and the items that answer."""
    lead = group[0] if group[0].kind in ANNOUNCING and not group[0].overlaps(quote) else None
    members = tuple(_filled([one for one in group if one is not lead], quote))
    answering = [one for one in members if any(one.overlaps(other) for other in (quote, *likely))]
    all_of_it = wants_all or len(answering) >= SEVERAL
    is_one_row = quote.kind == "row" and len(answering) < SEVERAL and len(members) > FEW_ROWS
    if not is_one_row and _words(group) <= min(room, MAX_WHOLE_GROUP_WORDS if all_of_it else MAX_GROUP_WORDS):
        return Part(quote, _joined(quote, (*([lead] if lead else ()), *members)), lead, members)
    own = tuple(one for one in members if one.overlaps(quote)) or (quote,)
    if wants_all and quote.kind != "row":
        own = _most_of(members, own[0]) if own[0] in members else own
    elif all_of_it:
        own = _surest(answering, (quote, *likely), min(room, MAX_SEVERAL_WORDS))
    own = (*own[:-1], *_followed(own[-1]))
    return Part(quote, _joined(quote, own), lead, own)


def _filled(members: Sequence[Quote], best: Quote) -> Iterator[Quote]:
    """Without the labels of a form that were left empty: "Teléfono 2:" before "Correo: …"."""
    said = [ITEM.sub("", one.text, count=1).strip() for one in members]
    for index, one in enumerate(members):
        following = said[index + 1] if index + 1 < len(said) else ""
        is_of_a_form = not following or PAIR.fullmatch(following) or is_label(following)
        if one.overlaps(best) or not (is_label(said[index]) and is_of_a_form):
            yield one


def _most_of(members: Sequence[Quote], best: Quote) -> tuple[Quote, ...]:
    """Of what is too long from its beginning on, or from the best on where that comes later."""
    from_first = _up_to(MAX_WHOLE_GROUP_WORDS, members)
    return from_first if best in from_first else _up_to(MAX_WHOLE_GROUP_WORDS, members[members.index(best) :])


def _surest(answering: Sequence[Quote], ranked: Sequence[Quote], most: int) -> tuple[Quote, ...]:
    """Of the items that answer those that do so most surely, in their order; none so far off that all is cited."""
    kept: list[Quote] = []
    for sure in ranked:
        item = next((one for one in answering if one.overlaps(sure) and one not in kept), None)
        if item is None:
            continue
        more = sorted([*kept, item], key=lambda one: one.start)
        stretch = item.passage.section_text[more[0].start : more[-1].end]
        if not kept or (_words(more) <= most and len(stretch.split()) <= MAX_WHOLE_GROUP_WORDS):
            kept = more
    return tuple(kept)


def _words(quotes: Sequence[Quote]) -> int:
    """Of rows without the headers, which a table has once."""
    return sum(len((without_headers(one.text) if one.kind == "row" else one.text).split()) for one in quotes)


def _up_to(limit: int, members: Sequence[Quote]) -> tuple[Quote, ...]:
    """The first of them, and what fits behind it."""
    words = accumulate(len(one.text.split()) for one in members)
    return tuple(members[: max(1, sum(said <= limit for said in words))])


def _joined(best: Quote, quotes: Sequence[Quote]) -> Quote:
    return replace(best, start=min(one.start for one in quotes), end=max(one.end for one in quotes))


def _block(quote: Quote) -> Quote:
    """The block that a sentence is of, unless it is long."""
    block = next((one for one in blocks_of(quote.passage) if one.start <= quote.start and quote.end <= one.end), None)
    if block is None:
        return quote
    whole = replace(quote, start=block.start, end=block.end)
    return whole if len(whole.text.split()) <= MAX_PARAGRAPH_WORDS else quote


def _followed(quote: Quote) -> Iterator[Quote]:
    """And what it announces, up to the next item of its own list."""
    yield quote
    if not quote.text.rstrip().endswith(":"):
        return
    words, marker = 0, _marker(quote)
    for block in blocks_of(quote.passage):
        if block.start < quote.end:
            continue
        following = replace(quote, start=block.start, end=block.end, kind=block.kind, group=block.group)
        words += len(following.text.split())
        if words > MAX_FOLLOWING_WORDS or (marker and _marker(following) == marker):
            return
        yield following


def _marker(quote: Quote) -> str:
    """How an item is marked: "#." for any number, "a)" for any letter, or its dash; empty for none."""
    found = ITEM.match(quote.text)
    marked = found[0].strip() if found else ""
    return "#" + marked[-1] if marked[:1].isdigit() else "a)" if marked[:1].isalpha() else marked
