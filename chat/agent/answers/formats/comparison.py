"""A comparison from quotations: each side's best sentences, what they share, where they differ."""

from collections.abc import Sequence

from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.formats.telling_apart import Found, name_of, told_apart
from chat.agent.answers.parts import Part, part_of
from chat.agent.answers.passages import Quote
from chat.agent.answers.reading import read_side
from chat.agent.retrieval.sides import Side
from chat.agent.state import Draft
from knowledge.retrieval.config import Passage
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import fold, words

CANDIDATES_PER_SIDE, SENTENCES_PER_SIDE = 6, 2
SHARE_OF_BEST = 0.7


def compare(sides: Sequence[Side], evidence: Sequence[Passage], language: str) -> Draft:
    """Empty where nothing speaks of one of the sides: what is said of another one would stand under its name."""
    drafting = Drafting(language)
    by_side = [_good(side, sides, read_side(side, evidence)) for side in sides]
    if not all(by_side):
        return Draft("", ())
    firsts = [good[0] for good in by_side]
    found = [Found(side, _quoted(good, firsts), good[0]) for side, good in zip(sides, by_side, strict=True)]
    return drafting.draft([*(_paragraph(one, drafting) for one in found), *told_apart(found, drafting)])


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


def _quoted(good: Sequence[Quote], firsts: Sequence[Quote]) -> tuple[Quote, ...]:
    """A further sentence says neither the same again nor what is quoted of another side."""
    others = [one for one in good if not any(one.repeats(other) for other in firsts)]
    return (good[0], *others[: SENTENCES_PER_SIDE - 1])


def _paragraph(found: Found, drafting: Drafting) -> str:
    shown: list[Part] = []
    for part in (part_of(quote, wants_all=True) for quote in found.best):
        # Two rows of one table are shown with all of it, once.
        if not any(part.best.overlaps(line) for other in shown for line in other.lines):
            shown.append(part)
    told = "\n\n".join(map(drafting.part, shown))
    return f"### {escape(name_of(found.side))}\n\n{told}"
