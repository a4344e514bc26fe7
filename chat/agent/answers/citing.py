"""The numbers of passages that a model wrote become citations of the sentences that say it."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from chat.agent.answers.citations import Drafting
from chat.agent.answers.passages import Quote, units
from chat.agent.answers.question_words import QuestionWords, terms_of
from chat.agent.state import Draft
from knowledge.embedding.remembered import vectors
from knowledge.retrieval.config import Passage
from knowledge.text.sentences import split

# [1], [1, 2], [1-3], 【1】; one number or several, of which each becomes a mark of its own.
MARK = re.compile(r"\s?[\[【](\d{1,2}(?:\s*(?:,|;|-|–|y|e|and)\s*\d{1,2})*)[\]】]")
_RANGE = re.compile(r"(?<!\d)(\d++)\s*+[-–]\s*+(\d++)")
# Where the words of a statement and of its source share less, they are compared by meaning.
SHARED = 0.4
COMPARED = 12
MAX_MARKS = 60


def tie(text: str, evidence: Sequence[Passage], language: str) -> Draft:
    """Each [n] of the text becomes a citation of the sentence of passage n that is nearest to the words before it.

    A number that names no passage is taken out.
    """
    drafting = Drafting(language)
    pieces: list[str] = []
    end = 0
    for mark in list(MARK.finditer(text))[:MAX_MARKS]:
        pieces += [text[end : mark.start()], _cited(text[: mark.start()], mark, evidence, drafting)]
        end = mark.end()
    pieces.append(MARK.sub("", text[end:]))
    return Draft("".join(pieces), tuple(drafting.citations))


def _cited(before: str, mark: re.Match[str], evidence: Sequence[Passage], drafting: Drafting) -> str:
    claim = _claim(before)
    places = [number - 1 for number in _numbers(mark[1]) if 1 <= number <= len(evidence)]
    tied = [found for place in places if (found := nearest(claim, evidence[place]))]
    numbers = dict.fromkeys(drafting.number(candidate) for candidate in tied)
    space = mark.group()[0] if mark.group()[0].isspace() else ""
    return space + " ".join(f"[{number}]" for number in numbers) if numbers else ""


def _numbers(said: str) -> Iterator[int]:
    spread = _RANGE.sub(lambda found: ",".join(map(str, range(int(found[1]), int(found[2]) + 1))), said)
    return map(int, re.findall(r"\d+", spread))


def _claim(before: str) -> str:
    """The sentence that the mark follows, without other marks; of a table its row up to there."""
    line = MARK.sub("", before).rstrip().rsplit("\n", 1)[-1]
    if "|" in line:
        cells = [cell.strip() for cell in line.split("|") if cell.strip()]
        return " ".join([*cells[:1], *cells[1:][-1:]])
    return split(line)[-1] if line.strip() else ""


def nearest(claim: str, passage: Passage) -> Quote | None:
    """The unit of the passage's section with most of what the claim says; inside the chunk rather than around it."""
    spans = units(passage.section_text)
    if not spans:
        return None
    shared = [
        _shared(claim, passage.section_text[start:end], passage.language)
        + 0.05 * (start >= passage.start and end <= passage.end)
        for start, end in spans
    ]
    best = sorted(range(len(spans)), key=lambda place: -shared[place])
    chosen = best[0]
    if shared[chosen] < SHARED:
        texts = [passage.section_text[slice(*spans[place])] for place in best[:COMPARED]]
        chosen = best[_by_meaning(claim, texts)]
    return Quote(passage, *spans[chosen], shared[chosen])


def _shared(claim: str, unit: str, language: str) -> float:
    """0-1: the share of the claim's words that the unit says; a figure counts thrice."""
    asked = QuestionWords(claim)
    worth = {word: 3.0 if any(map(str.isdigit, word)) else 1.0 for word in asked.keys}
    said = asked.said(terms_of(unit, language))
    return sum(worth[word] for word in said) / sum(worth.values()) if worth else 0.0


def _by_meaning(claim: str, texts: Sequence[str]) -> int:
    said, *others = vectors([claim, *texts])
    return int(np.argmax(np.array(others) @ said))
