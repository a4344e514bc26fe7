"""A comparison from quotations: what is said of each side, under its name, and what tells the sides apart."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from chat.agent.answers.citations import Drafting, escape
from chat.agent.answers.parts import parts
from chat.agent.answers.passages import Quote, cells
from chat.agent.answers.reading import confidence, read_side
from chat.agent.phrases import DIFFERENCES, IN_COMMON, say
from chat.agent.retrieval.sides import Side
from chat.agent.state import Draft
from chat.agent.understanding.divergence import overlap
from knowledge.retrieval.config import Passage
from knowledge.text.dates import without_years
from knowledge.text.sentences import ROW
from knowledge.text.stopwords import STOPWORDS
from knowledge.text.terms import folded_words

PARTS_PER_SIDE = 2
# A document that answers less surely than this share of the surest says nothing of what is asked.
SILENT = 0.1
# And a quotation, of a side in words, that answers less surely than this share of its surest.
SHARE_OF_BEST = 0.7
MAX_FIGURES = 6
# Of the words of both, so many in common: several figures of unlike sentences are figures of different things.
ALIKE = 0.3
_FIGURE = re.compile(r"\d[\d.,:/-]*\d(?: ?[%€°][C]?)?|\d(?: ?[%€°][C]?)?")
_HEADER = re.compile(r"\[[^\]\n]+\] ")
Best = Mapping[Side, Quote]
"""by what each side is compared"""


def compare(sides: Sequence[Side], evidence: Sequence[Passage], language: str) -> Draft:
    """Empty where nothing speaks of a side in words: what is said of another one would stand under its name."""
    drafting = Drafting(language)
    ranked = {side: _speaking_of(side, sides, read_side(side, evidence)) for side in sides}
    if not all(quotes or side.documents for side, quotes in ranked.items()):
        return Draft("", ())
    least = SILENT * max(map(confidence, ranked.values()))
    spoken = {side: found for side, found in ranked.items() if not side.documents or confidence(found) >= least > 0}
    shown = [quotes[:PARTS_PER_SIDE] for quotes in spoken.values()]
    # By what the sides say alike; else by what answers best.
    alike = (quotes for quotes in product(*shown) if _are_alike([quote.text for quote in quotes]))
    best = dict(zip(spoken, next(alike, [quotes[0] for quotes in shown]), strict=True))
    told = _table(best, drafting) or (line for side, quotes in spoken.items() for line in _told(side, quotes, drafting))
    return drafting.draft([*told, *told_apart(best, drafting)])


def _speaking_of(side: Side, sides: Sequence[Side], ranked: Sequence[Quote]) -> Sequence[Quote]:
    """Of a side in words those with as many as can be of the words that only it is named by.

    None where it is named by a code or a year that nothing says; other words may stand there in another language.
    """
    if side.documents:
        return ranked
    own = _words(side.name) - {word for other in sides if other != side for word in _words(other.name)}
    said = [len(own & _words(f"{_above(one.passage)} {one.text}")) for one in ranked]
    if any(map(str.isdigit, "".join(own))) and not any(said):
        return []
    speaking = [one for one, count in zip(ranked, said, strict=True) if count == max(said)]
    return [one for one in speaking if one.score >= SHARE_OF_BEST * speaking[0].score]


def _above(passage: Passage) -> str:
    return f"{passage.title} {passage.path} {passage.section} {passage.academic_year} {passage.dated or ''}"


def _words(text: str) -> frozenset[str]:
    return folded_words(text) - STOPWORDS


def _told(side: Side, quotes: Sequence[Quote], drafting: Drafting) -> Iterator[str]:
    yield f"### {_name(side)}"
    yield from map(drafting.part, parts(quotes, wants_all=not side.documents, most=PARTS_PER_SIDE))


def _name(side: Side) -> str:
    return escape(side.name[0].upper() + side.name[1:])


def told_apart(best: Best, drafting: Drafting) -> list[str]:
    """What rows share and where they differ, or which figures do; else the sides speak for themselves."""
    texts = [one.text for one in best.values()]
    if len(set(texts)) < 2:
        return []
    marks = [f"[{drafting.number(one)}]" for one in best.values()]
    if rows := _rows(texts):
        return _rows_apart(rows, " ".join(marks), drafting.language)
    own = figures_apart(texts)
    if not all(own) or not (_are_alike(texts) or all(len(figures) == 1 for figures in own)):
        return []
    said = (f"{_name(side)}: {escape(', '.join(own[at]))} {marks[at]}" for at, side in enumerate(best))
    return [say(DIFFERENCES, drafting.language, words="; ".join(said))]


def _are_alike(texts: Sequence[str]) -> bool:
    return all(overlap(one, other) >= ALIKE for one, other in combinations(texts, 2))


def _rows_apart(rows: Sequence[Mapping[str, str]], marks: str, language: str) -> list[str]:
    """By their headers, the first of which names the rows."""
    values = {header: [row[header] for row in rows] for header in list(rows[0])[1:]}
    same = [f"{header}: {of[0]}" for header, of in values.items() if len(set(of)) == 1]
    unlike = [f"{header} ({' / '.join(of)})" for header, of in values.items() if len(set(of)) > 1]
    found = ((IN_COMMON, same), (DIFFERENCES, unlike))
    return [say(told, language, words=f"{escape('; '.join(said))} {marks}") for told, said in found if said]


def _rows(texts: Sequence[str]) -> list[dict[str, str]]:
    """Where each is another row under the same headers; else nothing."""
    rows = [dict(cells(text)) if ROW.match(text) else {} for text in texts]
    headers = list(rows[0])
    distinct = len({tuple(row.values()) for row in rows}) == len(rows)
    return rows if len(headers) > 1 and distinct and all(list(row) == headers for row in rows) else []


def _table(best: Best, drafting: Drafting) -> list[str]:
    """Of documents only where the rows are of one thing: another row of theirs would be hidden by it."""
    rows = _rows([one.text for one in best.values()]) if len(best) > 1 else []
    of_one_thing = len({next(iter(row.values())) for row in rows}) == 1
    if not rows or not (of_one_thing or not any(side.documents for side in best)):
        return []
    names = [f"{_name(side)} [{drafting.number(quote)}]" for side, quote in best.items()]
    lines = [["", *names], ["---"] * (len(best) + 1)]
    lines += [[escape(header), *(escape(row[header]) for row in rows)] for header in rows[0]]
    return ["\n".join(f"| {' | '.join(line)} |" for line in lines)]


def figures_apart(sentences: Sequence[str]) -> list[list[str]]:
    """For each sentence the first figures and dates that only it says; no years, which are what is compared."""
    every = ([*dict.fromkeys(_FIGURE.findall(_HEADER.sub("", sentence)))] for sentence in sentences)
    said = [[figure for figure in own if without_years(figure).strip()] for own in every]
    return [[figure for figure in own if sum(figure in other for other in said) == 1][:MAX_FIGURES] for own in said]
